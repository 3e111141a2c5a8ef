import type { SessionFrame } from '@loop/events';

/** The messages that a client has seen, and the next to wait for. */
export class Received {
  readonly ids: string[] = [];
  readonly frames: SessionFrame[] = [];
  #wake = (): void => {};

  readonly add = (id: string, data: string): void => {
    this.ids.push(id);
    this.frames.push(JSON.parse(data) as SessionFrame);
    this.#wake();
  };

  async until(id: string): Promise<void> {
    while (this.ids.at(-1) !== id) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

/** Something that reads event streams and was not written by us. */
export interface Client {
  readonly name: string;
  readonly isThere: boolean;
  /** Reads `url`, coming back after each end, until the test is over. */
  read(url: string, received: Received): void | Promise<void>;
}
