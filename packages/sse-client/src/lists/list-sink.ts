import type { StreamStatus } from '../connection/connection-state.js';
import type { ListItem, ListPosition } from './list-frames.js';

/** Where it goes what a tab learns of the list stream, on whatever way. */
export interface ListSink {
  /** Another connection is open, or another tab is being followed. */
  begin(): void;
  /** Frames lead on from here. */
  join(position: ListPosition): void;
  /** @returns whether the stream went on from where it was */
  take(items: readonly ListItem[]): boolean;
  /** The last frame since `begin()`. */
  position(): ListPosition | undefined;
  show(status: StreamStatus): void;
}
