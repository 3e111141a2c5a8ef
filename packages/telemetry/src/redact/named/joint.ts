import { MAX_CONTEXT } from './name.js';
import type { Demand } from './plausible.js';
import type { Ending } from './value.js';

/** What joins a name to its value. */
export interface Joint {
  /** Where the value begins. */
  readonly end: number;
  readonly demand: Demand;
  readonly ending: Ending;
}

/**
 * What may stand between a name and the sign behind it: its closing quote, brackets, bold stars;
 * what a prompt offers, in brackets of its own.
 */
const CLOSING = String.raw`(?:\\{0,64}["'${'`'}])?\*{0,2}[\])]{0,2}[?!]?[ \t\u00A0]{0,8}(?:\[[^\]\n]{0,40}\](?=:))?`;

/** `=`, `:`, `:=`, `=>`, `?=`, `||=`; a type between colon and equals sign. */
const SIGN = String.raw`(?:=>|:=|(?:\?{1,2}|\|\|)=|=(?![=>~])|:(?!:|\/\/)(?:[ \t]{0,4}[A-Za-z]{1,24}[ \t]{1,4}=(?=[ \t]))?)`;

const LINE_END = String.raw`(?:\r?\n|\\{1,64}(?:r\\{1,64})?n)`;

/** A block of YAML's; a string in the line below its name. The next line may come yet. */
const NEXT_LINE = String.raw`(?:[|>][+-]?${LINE_END}(?:[ \t]{1,40}|$)|${LINE_END}[ \t]{0,40}(?=\\{0,64}["'${'`'}]|$))`;

const ASSIGNMENT = new RegExp(`${CLOSING}(${SIGN})\\*{0,2}[ \\t\u00A0]*(${NEXT_LINE})?`, 'iy');
/** Blanks and line ends, as they are or escaped. */
export const GAPS: string = String.raw`(?:\s|\\{1,64}[nrt]){0,40}`;

const ELEMENT = /(?:[ \t][^<>\n]{0,80})?>/y;
const NAMED_ELEMENT = /\\{0,64}["'][^<>\n]{0,80}>(?=[^<\s])/y;
const KEY = /<key>$/;
const KEYED_ELEMENT = new RegExp(`</key>${GAPS}<string>`, 'y');
const NEXT_ATTRIBUTE = new RegExp(
  `\\\\{0,64}["']?[ \\t]{0,4},?${GAPS}\\\\{0,64}["']?value\\\\{0,64}["']?[ \\t]{0,4}[:=][ \\t]{0,4}`,
  'iy',
);
const NEXT_ITEM = new RegExp(`\\\\{0,64}["'][ \\t]{0,4},${GAPS}(?=\\\\{0,64}["'])`, 'y');
const GAP =
  /[ \t]{1,4}(?:(?:is|was|-{1,2}|\||<<<):?[ \t]{1,4})?(?=[^\s\-<[({$|:=.,;])(?!\w{1,64}[=:])/y;

const NAME_ATTRIBUTE = /(?:name|key)\\{0,64}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,64}["']?$/i;
const QUERY_START = /(?:[?&]|&amp;|\\u0026)$/i;
const LOGIN = /\blogin[ \t]+\S{1,64}[ \t]+$/;

/** What follows the name from `start` to `end`, if it joins a value to it. */
export function readJoint(text: string, start: number, end: number): Joint | undefined {
  const before = textBefore(text, start);
  return (
    assignment(text, start, end, before) ??
    attribute(text, end, before) ??
    element(text, end, before) ??
    item(text, end, before) ??
    gap(text, end, before)
  );
}

const NOTHING_YET = /^\W{0,120}(?:v(?:a(?:l(?:ue?)?)?)?)?\W{0,40}$/i;

/** Whether the text ends before it is known what follows the name; pairs may go on in a new line. */
export function isJointOpen(text: string, start: number, end: number): boolean {
  const rest = text.length - end > 160 ? undefined : text.slice(end);
  if (rest === undefined) return false;
  const before = textBefore(text, start);
  if (KEY.test(before) && '</key><string>'.startsWith(rest.replace(/\s+/g, ''))) return true;
  if (!NOTHING_YET.test(rest)) return false;
  if (!rest.includes('\n')) return true;
  return NAME_ATTRIBUTE.test(before) || /^\\*["']\s*,/.test(rest);
}

function textBefore(text: string, start: number): string {
  return text.slice(Math.max(0, start - MAX_CONTEXT), start);
}

function assignment(text: string, start: number, end: number, before: string): Joint | undefined {
  const found = matchAt(ASSIGNMENT, text, end);
  if (!found) return undefined;
  const sign = found[1]!;
  const joint = { end: end + found[0].length, demand: 'strong', ending: 'code' } as const;
  if (found[2] !== undefined) return { ...joint, demand: 'long' };
  if (!sign.endsWith('=') || found[0] !== '=') return joint;
  if (QUERY_START.test(before)) return { ...joint, demand: 'any', ending: 'query' };
  if (before.endsWith(';')) return { ...joint, demand: 'any' };
  if (isConstant(text.slice(start, end))) return { ...joint, demand: 'any', ending: 'space' };
  return before.endsWith('--') ? { ...joint, demand: 'any', ending: 'space' } : joint;
}

/** As environment variables are written. */
function isConstant(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name);
}

function element(text: string, end: number, before: string): Joint | undefined {
  const found = elementsAt(text, end, before);
  return found && { end: end + found[0].length, demand: 'strong', ending: 'element' };
}

/** Named by the element, by an attribute of it, or by the `key` element before it. */
function elementsAt(text: string, end: number, before: string): RegExpExecArray | undefined {
  if (/<(?:\w{1,20}:)?$/.test(before)) return matchAt(ELEMENT, text, end);
  if (KEY.test(before)) return matchAt(KEYED_ELEMENT, text, end);
  return NAME_ATTRIBUTE.test(before) ? matchAt(NAMED_ELEMENT, text, end) : undefined;
}

function attribute(text: string, end: number, before: string): Joint | undefined {
  const found = NAME_ATTRIBUTE.test(before) ? matchAt(NEXT_ATTRIBUTE, text, end) : undefined;
  return found && { end: end + found[0].length, demand: 'any', ending: 'code' };
}

/** A pair, or only the next of several names: the value has to show it. */
function item(text: string, end: number, before: string): Joint | undefined {
  const found = /["']-{0,2}$/.test(before) ? matchAt(NEXT_ITEM, text, end) : undefined;
  return found && { end: end + found[0].length, demand: 'long', ending: 'code' };
}

function gap(text: string, end: number, before: string): Joint | undefined {
  const found = /[${]$/.test(before) ? undefined : matchAt(GAP, text, end);
  if (!found) return undefined;
  const joint = { end: end + found[0].length, ending: 'space' } as const;
  if (LOGIN.test(before)) return { ...joint, demand: 'any' };
  return { ...joint, demand: before.endsWith('--') ? 'strong' : 'long' };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
