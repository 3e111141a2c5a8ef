import { applyFrame, initialView } from '@loop/events';
import type { FrameOutcome, SessionFrame, SessionView } from '@loop/events';
import { eventStreamResponse } from '@loop/events/http';
import type { StreamSource } from '@loop/events';

/** A request and the head of its answer, as a block of the document shows them. */
export interface Exchange {
  readonly request: Request;
  readonly status: number;
  readonly head: Readonly<Record<string, string>>;
}

/** Reads a block that shows a request, a blank line, and the head of the answer. */
export function parseExchange(block: string): Exchange {
  const [asked = '', answered = ''] = block.split('\n\n');
  const [requestLine = '', ...requestFields] = asked.split('\n');
  const [statusLine = '', ...head] = answered.split('\n');
  const [method = '', path = ''] = requestLine.split(' ');
  return {
    request: new Request(`http://127.0.0.1${path}`, { method, headers: fields(requestFields) }),
    status: Number(statusLine.split(' ')[1]),
    head: fields(head),
  };
}

function fields(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** A connection to a stream, as the client of the document has it. */
export interface Page {
  readonly status: number;
  readonly head: Readonly<Record<string, string>>;
  /** All that has come since it was asked last. */
  received(): Promise<string>;
  leave(): Promise<void>;
}

/** Asks `source` for a stream. */
export function open(request: Request, source: StreamSource, retryMs?: number): Page {
  const { status, headers, body } = eventStreamResponse(request, source, { retryMs });
  if (body === null) throw new Error(`No stream, but ${status}.`);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const reading = readAll();
  return {
    status,
    head: Object.fromEntries(headers),
    async received() {
      await turn();
      const received = text;
      text = '';
      return received;
    },
    async leave() {
      await reader.cancel();
      await reading;
    },
  };

  async function readAll(): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
    }
  }
}

/** Frames leave when the turn in which they were published is over, and are read in the next. */
async function turn(): Promise<void> {
  for (let count = 0; count < 3; count++) await new Promise((resolve) => setImmediate(resolve));
}

/** The frames of an event stream whose lines end in LF. */
export function framesOf(stream: string): SessionFrame[] {
  return stream.split('\n\n').flatMap((event) => {
    const data = /^data: (.*)$/m.exec(event)?.[1];
    return data === undefined || event.startsWith('event: ')
      ? []
      : [JSON.parse(data) as SessionFrame];
  });
}

/** What a client holds after some frames, and what each of them came to. */
export function fold(
  frames: readonly SessionFrame[],
  view: SessionView = initialView,
): { view: SessionView; outcomes: FrameOutcome[] } {
  const outcomes: FrameOutcome[] = [];
  let folded = view;
  for (const frame of frames) {
    const next = applyFrame(folded, frame);
    folded = next.view;
    outcomes.push(next.outcome);
  }
  return { view: folded, outcomes };
}
