import type { SessionFrame } from '@loop/events';
import { isBusiness, type ServerSentEvent } from '../decode/decoder.js';
import { isIndex, isObject, parseJson } from '../decode/json.js';
import { LoopClientError } from '../error.js';

/** The frames among a chunk's events. */
export interface ReadFrames {
  /** Up to the first one that could not be read. */
  frames: SessionFrame[];
  fault?: LoopClientError;
}

/**
 * Reads business events as frames. What is checked is what the fold takes for granted. Frame types,
 * events and fields that this version does not know pass: the fold moves its position over them and
 * nothing else.
 */
export function readFrames(events: readonly ServerSentEvent[]): ReadFrames {
  const frames: SessionFrame[] = [];
  for (const { data } of events.filter(isBusiness)) {
    const value = parseJson(data);
    if (!isFrame(value)) return { frames, fault: unreadable() };
    frames.push(value);
  }
  return { frames };
}

function isFrame(value: unknown): value is SessionFrame {
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
  return isObject(state) && Array.isArray(messages) && Array.isArray(tools) && isCounted;
}

function unreadable(): LoopClientError {
  return new LoopClientError(
    'bad-data',
    'An event could not be read as a frame; a new connection starts over from a snapshot. ' +
      'Check that the URL is the events of a Loop session.',
  );
}
