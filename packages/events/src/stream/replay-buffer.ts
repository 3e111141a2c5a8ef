import type { FrameNode } from './linked-frames.js';

/** Which of the buffer's limits a frame had to go for. */
export type EvictionLimit = 'frames' | 'bytes';

/**
 * Marks the oldest frame that is still retained. Evicting moves the mark only: readers further
 * behind keep what they have to send. A frame larger than the whole buffer is not retained and
 * empties it (DESIGN D7). Contract: "Replay and Snapshots".
 */
export class ReplayBuffer {
  readonly maxFrames: number;
  readonly maxBytes: number;
  /** Counts of frames that had to go, by the limit they went for. */
  readonly evictions: Record<EvictionLimit, number> = { frames: 0, bytes: 0 };
  frames = 0;
  bytes = 0;
  #oldest: FrameNode | undefined;

  constructor(maxFrames: number, maxBytes: number) {
    this.maxFrames = maxFrames;
    this.maxBytes = maxBytes;
  }

  /** Retains a frame that was just appended. */
  add(frame: FrameNode): void {
    if (this.frames === 0) this.#oldest = frame;
    this.frames++;
    this.bytes += sizeOf(frame);
    while (this.frames > this.maxFrames) this.#evict('frames');
    while (this.bytes > this.maxBytes) this.#evict('bytes');
  }

  /** The retained frame at `position`, counted from the oldest. */
  at(position: number): FrameNode | undefined {
    if (position >= this.frames) return undefined;
    let frame = this.#oldest;
    for (let step = 0; step < position; step++) frame = frame?.nextFrame;
    return frame;
  }

  /** Retains nothing any more. @returns how many frames it did */
  clear(): number {
    const { frames } = this;
    this.frames = 0;
    this.bytes = 0;
    this.#oldest = undefined;
    return frames;
  }

  #evict(limit: EvictionLimit): void {
    const frame = this.#oldest;
    if (frame === undefined) return;
    this.frames--;
    this.bytes -= sizeOf(frame);
    this.evictions[limit]++;
    this.#oldest = this.frames === 0 ? undefined : frame.nextFrame;
  }
}

function sizeOf(frame: FrameNode): number {
  return frame.nextFrame ? frame.nextFrame.offset - frame.offset : 0;
}
