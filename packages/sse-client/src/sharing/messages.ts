import type { ConnectionState, StreamStatus } from '../connection/connection-state.js';
import { isIndex, isObject } from '../decode/json.js';
import { LoopClientError, type LoopClientErrorCode } from '../error.js';
import { toListItem, type ListItem, type ListPosition } from '../lists/list-frames.js';

/** What tabs say to each other. `term` numbers the leaders; a later one has a higher number. */
export type ListMessage =
  /** By a follower: who leads, and how do things stand? `wake`: somebody waits for the lists. */
  | { kind: 'ask'; wake: boolean }
  /** By the leader: at its beginning, at each change, and for whoever asks. */
  | {
      kind: 'state';
      term: number;
      status: StreamStatus;
      /** Where the stream is; frames lead on from here. Missing until it has begun. */
      position?: ListPosition;
    }
  /** By the leader: what its stream brought. */
  | { kind: 'frames'; term: number; items: readonly ListItem[] };

/** Tells messages of this form from those of earlier and later ones; part of every shared name. */
export const listMessageForm = 'loop-lists-1';

/** A message as it goes over the channel: plain data, of the error what can be told elsewhere. */
export function encodeListMessage(message: ListMessage): unknown {
  if (message.kind !== 'state') return { form: listMessageForm, ...message };
  const { status, ...others } = message;
  const { connection, error } = status;
  return { form: listMessageForm, ...others, connection, ...(error && { error: toPlain(error) }) };
}

/** A message from the channel; `undefined` for anything else that came over it. */
export function decodeListMessage(data: unknown): ListMessage | undefined {
  if (!isObject(data) || data['form'] !== listMessageForm) return undefined;
  const { kind, term, wake, items } = data;
  if (kind === 'ask') return { kind, wake: wake === true };
  if (typeof term !== 'number') return undefined;
  if (kind === 'state') return decodeState(term, data);
  if (kind !== 'frames' || !Array.isArray(items)) return undefined;
  return { kind, term, items: items.map(toListItem) };
}

function decodeState(term: number, data: Record<string, unknown>): ListMessage | undefined {
  const { connection, error, position } = data;
  if (!isConnection(connection)) return undefined;
  return {
    kind: 'state',
    term,
    status: { connection, ...(isError(error) && { error: toError(error) }) },
    ...(isPosition(position) && { position }),
  };
}

function isConnection(value: unknown): value is ConnectionState {
  if (!isObject(value)) return false;
  const { status, attempt, retryAt } = value;
  const isTimed = retryAt === undefined || typeof retryAt === 'number';
  return typeof status === 'string' && statuses.has(status) && isIndex(attempt) && isTimed;
}

const statuses: ReadonlySet<string> = new Set<ConnectionState['status']>([
  'connecting',
  'open',
  'waiting',
  'offline',
  'released',
  'closed',
]);

interface PlainError {
  code: LoopClientErrorCode;
  text: string;
  status: number | undefined;
}

function isError(value: unknown): value is PlainError {
  return isObject(value) && typeof value['code'] === 'string' && typeof value['text'] === 'string';
}

function toPlain({ code, message, status }: LoopClientError): PlainError {
  return { code, text: message, status };
}

function toError({ code, text, status }: PlainError): LoopClientError {
  return new LoopClientError(code, text, { status });
}

function isPosition(value: unknown): value is ListPosition {
  return isObject(value) && typeof value['streamId'] === 'string' && isIndex(value['seq']);
}
