import { isObject } from '../expect.js';
import type { SessionFrame } from './frame.js';

/**
 * Whether a value that came over the wire is a frame: it has a place in a stream, and what the fold
 * takes for granted. Frame types, events and fields that this version does not know pass: the fold
 * moves its position over them and nothing else.
 */
export function isSessionFrame(value: unknown): value is SessionFrame {
  if (!isObject(value)) return false;
  const { type, sessionId, streamId, seq } = value;
  const isPlaced = typeof sessionId === 'string' && typeof streamId === 'string' && isIndex(seq);
  return typeof type === 'string' && isPlaced && hasContent(type, value);
}

function hasContent(type: string, value: Record<string, unknown>): boolean {
  switch (type) {
    case 'session.snapshot':
    case 'session.state':
      return isSnapshot(value['snapshot']);
    case 'run.accepted':
      return typeof value['runId'] === 'string';
    case 'loop.event':
      return isObject(value['event']) && typeof value['event']['type'] === 'string';
    default:
      return true;
  }
}

function isSnapshot(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { state, messages, tools, firstMessageIndex, messageCount } = value;
  const isCounted = isIndex(firstMessageIndex) && isIndex(messageCount);
  return isObject(state) && isList(messages) && isList(tools) && isCounted;
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

function isIndex(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
