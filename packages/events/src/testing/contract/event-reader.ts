import type { SessionFrame } from '../../session/frame.js';
import { soon } from './check.js';

/** One event as it stood on the wire. */
export interface WireEvent {
  readonly name: string | undefined;
  readonly id: string | undefined;
  readonly data: string | undefined;
  readonly retry: string | undefined;
}

const LETTERS: Readonly<Record<string, string>> = {
  'session.snapshot': 'S',
  'session.state': 'T',
  'run.accepted': 'R',
  'loop.event': 'E',
};

/** A frame in the shortest form: `S@10` is a snapshot at 10, `E@11` an event. */
export function brief(frame: SessionFrame): string {
  return `${LETTERS[frame.type] ?? frame.type}@${frame.seq}`;
}

/** Reads one response at its own pace: nothing is taken from the network before it is asked for. */
export class EventReader {
  readonly response: Response;
  readonly #body: ReadableStreamDefaultReader<Uint8Array>;
  readonly #leave: () => void;
  readonly #decoder = new TextDecoder();
  #parts: string[] = [];
  #events: WireEvent[] = [];

  constructor(response: Response, leave: () => void) {
    if (response.body === null) throw new Error('the response has no body');
    this.response = response;
    this.#body = response.body.getReader();
    this.#leave = leave;
  }

  /** @throws Error where the stream ends, breaks or falls silent first */
  async next(): Promise<WireEvent> {
    while (this.#events.length === 0) {
      if (!(await soon(this.#read(), 'the next event'))) throw new Error('the stream has ended');
    }
    return this.#events.shift() as WireEvent;
  }

  /** The next frames; heartbeats between them are passed over. */
  async frames(count: number): Promise<SessionFrame[]> {
    const frames: SessionFrame[] = [];
    while (frames.length < count) {
      const { name, data } = await this.next();
      if (name === undefined && data !== undefined) frames.push(JSON.parse(data) as SessionFrame);
    }
    return frames;
  }

  /** {@link frames} in the shortest form. */
  async brief(count: number): Promise<string[]> {
    return (await this.frames(count)).map(brief);
  }

  /**
   * Reads to the end: what came, and whether the response ended as it should.
   *
   * @throws Error where there is no end
   */
  async rest(): Promise<{ events: WireEvent[]; ending: 'proper' | 'broken' }> {
    let ending: 'proper' | 'broken' = 'proper';
    const breaks = (): false => {
      ending = 'broken';
      return false;
    };
    while (await soon(this.#read().catch(breaks), 'the end of the stream'));
    return { events: this.#events.splice(0), ending };
  }

  /** The reader goes, by aborting its request. */
  leave(): void {
    this.#leave();
  }

  /** The reader goes, by giving up the body. */
  async cancel(): Promise<void> {
    await this.#body.cancel().catch(() => {});
  }

  async #read(): Promise<boolean> {
    const { value, done } = await this.#body.read();
    if (done) return false;
    this.#take(this.#decoder.decode(value, { stream: true }));
    return true;
  }

  /** Joins only when an event is complete, so that a frame of megabytes is read in linear time. */
  #take(text: string): void {
    const seam = (this.#parts.at(-1)?.slice(-1) ?? '') + text;
    this.#parts.push(text);
    if (!seam.includes('\n\n')) return;
    const blocks = this.#parts.join('').split('\n\n');
    this.#parts = [blocks.pop() ?? ''];
    this.#events.push(...blocks.map(parseEvent));
  }
}

function parseEvent(block: string): WireEvent {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ');
    const field = line.slice(0, colon);
    if (colon < 1 || fields.has(field)) throw new Error(`not one of our lines: ${line}`);
    fields.set(field, line.slice(colon + 2));
  }
  return {
    name: fields.get('event'),
    id: fields.get('id'),
    data: fields.get('data'),
    retry: fields.get('retry'),
  };
}
