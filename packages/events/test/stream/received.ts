import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { FakeSink } from './fake-sink.js';

/** The events in a stream of bytes, as an independent reader of the standard finds them. */
export function eventsIn(pieces: readonly Uint8Array[]): EventSourceMessage[] {
  const events: EventSourceMessage[] = [];
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onError: (error) => {
      throw error;
    },
  });
  for (const piece of pieces) parser.feed(decoder.decode(piece, { stream: true }));
  return events;
}

/** What a reader needs to know of any frame. */
export interface AnyFrame {
  type?: string;
  streamId: string;
  seq: number;
}

/** The frames a sink was sent; fails where an id is not the position its frame names. */
export function framesIn<Frame extends AnyFrame = AnyFrame>(sink: FakeSink): Frame[] {
  return eventsIn(sink.writes)
    .filter(({ event }) => event === undefined)
    .map(({ id, data }) => {
      const frame = JSON.parse(data) as Frame;
      if (id !== `${frame.streamId}:${frame.seq}`) throw new Error(`id ${id} on ${data}`);
      return frame;
    });
}

export function seqsIn(sink: FakeSink): number[] {
  return framesIn(sink).map(({ seq }) => seq);
}

/** `from`, `from + 1`, … `to`. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
