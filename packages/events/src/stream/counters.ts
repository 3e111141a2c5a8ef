import type { EvictionLimit } from './replay-buffer.js';
import type { CloseReason, Opening, SnapshotReason } from './sink.js';

/** Counters of a stream since it began; `connections` is the number open now. */
export interface StreamStats {
  published: number;
  connections: number;
  opened: number;
  replays: number;
  snapshots: Record<SnapshotReason, number>;
  evictions: Record<EvictionLimit, number>;
  closes: Record<CloseReason, number>;
  largestFrameBytes: number;
  bufferedFrames: number;
  bufferedBytes: number;
}

/** Counts what happens to the connections of a stream. */
export class StreamCounters {
  readonly #snapshots: Record<SnapshotReason, number> = {
    none: 0,
    malformed: 0,
    'other-stream': 0,
    'not-behind': 0,
    evicted: 0,
  };
  readonly #closes: Record<CloseReason, number> = {
    client: 0,
    lagging: 0,
    stalled: 0,
    revoked: 0,
    disposed: 0,
    failed: 0,
  };
  #opened = 0;
  #replays = 0;
  #largestFrameBytes = 0;

  published(bytes: number): void {
    this.#largestFrameBytes = Math.max(this.#largestFrameBytes, bytes);
  }

  opened(opening: Opening): void {
    this.#opened++;
    if (opening.outcome === 'replay') this.#replays++;
    else this.#snapshots[opening.because]++;
  }

  closed(reason: CloseReason): void {
    this.#closes[reason]++;
  }

  read(): Pick<StreamStats, 'opened' | 'replays' | 'snapshots' | 'closes' | 'largestFrameBytes'> {
    return {
      opened: this.#opened,
      replays: this.#replays,
      snapshots: { ...this.#snapshots },
      closes: { ...this.#closes },
      largestFrameBytes: this.#largestFrameBytes,
    };
  }
}
