import type { ListsStoreStats } from '../lists/lists-store.js';
import type { ListMessage } from './messages.js';

/** What a tab is in its group, those that share a stream: leader, follower or alone. */
export interface Role {
  readonly name: ListsStoreStats['role'];
  /** The highest term of a leader that it knows of. */
  readonly term: number;
  hear(message: ListMessage): void;
  /** Somebody looks at this tab, or its network is back. */
  wake(): void;
  /** As the store's. */
  reconnect(): void;
  /** It says and does nothing from here on. */
  close(): void;
}
