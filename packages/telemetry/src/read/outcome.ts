import { isText } from './is-text.js';
import type { OperationNode } from './operation-node.js';

type Outcome = OperationNode['outcome'];

/** Fields whose word says how it ended. */
const WORD_FIELDS = ['outcome', 'status', 'stopReason', 'decision', 'verdict'];

const CANCELLED = wordsOf('cancelled canceled aborted denied deny declined interrupted unfinished');
const FAILED = wordsOf('error failed failure refused timeout timed-out rejected crashed');
const WENT_WELL = wordsOf(
  'ok success succeeded completed done finished ready saved allowed allow approved stop end length',
  'toolUse tool_use tool-use end_turn max_tokens stop_sequence',
);

/** Longest error text that is passed on, in UTF-16 units. */
const MAX_ERROR_CHARS = 256;

/**
 * How an operation ended, by the fields of its end alone. What was called off or not allowed is
 * `cancelled`, also where an error tells of it.
 */
export function outcomeOf(data: Readonly<Record<string, unknown>>): Outcome {
  if (saysCancelled(data)) return 'cancelled';
  if (saysFailed(data)) return 'error';
  return saysWell(data) ? 'ok' : 'unknown';
}

/** What an end says of its error, if it has one: its message, or its name. */
export function errorOf(data: Readonly<Record<string, unknown>>): string | undefined {
  const { error, errorMessage, errorName } = data;
  const nested = isObject(error) ? [error['message'], error['name']] : [error];
  const text = [errorMessage, ...nested, errorName].find(isText);
  return text === undefined ? undefined : shortened(text);
}

function saysCancelled(data: Readonly<Record<string, unknown>>): boolean {
  const { cancelled, aborted, denied, allowed } = data;
  const isFlagged = cancelled === true || aborted === true || denied === true || allowed === false;
  return isFlagged || hasWord(data, CANCELLED);
}

function saysFailed(data: Readonly<Record<string, unknown>>): boolean {
  const { isError, error, errorMessage, success, ok } = data;
  const isFlagged = isError === true || success === false || ok === false || isText(errorMessage);
  // An error that was left out still is one.
  return isFlagged || isText(error) || isObject(error) || hasWord(data, FAILED);
}

function saysWell(data: Readonly<Record<string, unknown>>): boolean {
  const { isError, success, ok, allowed } = data;
  const isFlagged = isError === false || success === true || ok === true || allowed === true;
  return isFlagged || hasWord(data, WENT_WELL);
}

function hasWord(data: Readonly<Record<string, unknown>>, words: ReadonlySet<unknown>): boolean {
  return WORD_FIELDS.some((field) => words.has(data[field]));
}

function shortened(text: string): string {
  if (text.length <= MAX_ERROR_CHARS) return text;
  // Never half of a pair of surrogates.
  return `${text.slice(0, MAX_ERROR_CHARS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function wordsOf(...lists: string[]): ReadonlySet<unknown> {
  return new Set(lists.join(' ').split(' '));
}
