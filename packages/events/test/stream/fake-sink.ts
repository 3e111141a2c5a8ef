import type { ByteSink, Connection } from '@loop/events';
import { joined } from '../bytes.js';

/** What becomes of bytes that were just written; returns what `write` returns. */
export type Network = (sink: FakeSink) => boolean;

/** A reader that takes everything at once. */
export const eager: Network = (sink) => {
  sink.pending = 0;
  return true;
};

/** A reader that takes something only when a test calls {@link FakeSink.take}. */
export const byHand: Network = () => false;

/** Every write asks to wait, and the drain comes before anything else can happen. */
export const nextTick: Network = (sink) => {
  queueMicrotask(() => sink.take());
  return false;
};

/** The drain comes before `write` returns. */
export const within: Network = (sink) => {
  sink.take();
  return false;
};

/** A sink over a scripted network. It fails the test when it is written to after it is over. */
export class FakeSink implements ByteSink {
  readonly writes: Uint8Array[] = [];
  readonly endings: ('end' | 'destroy')[] = [];
  network: Network;
  pending = 0;
  connection: Connection | undefined;

  constructor(network: Network = eager) {
    this.network = network;
  }

  write(bytes: Uint8Array): boolean {
    if (this.isOver) throw new Error('written to after its end');
    this.writes.push(bytes);
    this.pending += bytes.length;
    return this.network(this);
  }

  pendingBytes(): number {
    return this.pending;
  }

  end(): void {
    this.endings.push('end');
  }

  destroy(): void {
    this.endings.push('destroy');
  }

  get isOver(): boolean {
    return this.endings.length > 0 || this.connection?.stats.closed !== undefined;
  }

  get bytes(): number {
    return this.writes.reduce((sum, { length }) => sum + length, 0);
  }

  get text(): string {
    return new TextDecoder().decode(joined(this.writes));
  }

  /** The network takes some of the pending bytes; the last of them is followed by a drain. */
  take(bytes: number = this.pending): void {
    this.pending = Math.max(this.pending - bytes, 0);
    if (this.pending === 0) this.connection?.drained();
  }

  /** Goes on taking until nothing comes any more, `bytes` at a time. */
  takeAll(bytes = 65_536): void {
    while (this.pending > 0) this.take(bytes);
  }
}
