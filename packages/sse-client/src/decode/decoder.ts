import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { createEventMeter } from './event-meter.js';
import { createLineEnds } from './line-ends.js';

/** One event of an event stream, as its sender wrote it. */
export type ServerSentEvent = EventSourceMessage;

/** Whether an event carries a frame; named ones, heartbeats above all, are the transport's own. */
export function isBusiness({ event }: ServerSentEvent): boolean {
  return event === undefined || event === 'message';
}

/** What one chunk of a stream completed. */
export interface Decoded {
  events: ServerSentEvent[];
  /** The event under way is larger than the limit: nothing may be fed any more. */
  tooLarge: boolean;
  /** The latest `retry:` field, in milliseconds. */
  retryMs?: number;
}

/** Decodes one connection's bytes. */
export interface Decoder {
  feed(chunk: Uint8Array): Decoded;
}

/**
 * From bytes to events: line ends, size, UTF-8 (one decoder for the whole connection, so that a
 * character may be split anywhere), grammar. Ids are passed on as they stand beside an event; the
 * client's position comes out of the frames it has applied, not of ids it has seen.
 */
export function createDecoder(maxEventBytes: number): Decoder {
  let events: ServerSentEvent[] = [];
  let retryMs: number | undefined;
  const toLineFeeds = createLineEnds();
  const meter = createEventMeter(maxEventBytes);
  const utf8 = new TextDecoder();
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onRetry: (interval) => {
      retryMs = interval;
    },
  });

  return {
    feed(chunk) {
      const bytes = toLineFeeds(chunk);
      const admitted = meter.admit(bytes);
      parser.feed(utf8.decode(bytes.subarray(0, admitted), { stream: true }));
      return { ...take(), tooLarge: admitted < bytes.length };
    },
  };

  function take(): { events: ServerSentEvent[]; retryMs?: number } {
    const taken = { events, ...(retryMs !== undefined && { retryMs }) };
    events = [];
    retryMs = undefined;
    return taken;
  }
}
