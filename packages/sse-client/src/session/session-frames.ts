import { isSessionFrame, type SessionFrame } from '@loop/events';
import { isBusiness, type ServerSentEvent } from '../decode/decoder.js';
import { parseJson } from '../decode/json.js';
import { LoopClientError } from '../error.js';

/** The frames among a chunk's events. */
export interface ReadFrames {
  /** Up to the first one that could not be read. */
  frames: SessionFrame[];
  fault?: LoopClientError;
}

/** Reads business events as frames. */
export function readFrames(events: readonly ServerSentEvent[]): ReadFrames {
  const frames: SessionFrame[] = [];
  for (const { data } of events.filter(isBusiness)) {
    const value = parseJson(data);
    if (!isSessionFrame(value)) return { frames, fault: unreadable() };
    frames.push(value);
  }
  return { frames };
}

function unreadable(): LoopClientError {
  return new LoopClientError(
    'bad-data',
    'An event could not be read as a frame; a new connection starts over from a snapshot. ' +
      'Check that the URL is the events of a Loop session.',
  );
}
