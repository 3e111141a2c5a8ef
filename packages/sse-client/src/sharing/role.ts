import type { ListMessage } from './messages.js';
import type { ListsStoreStats } from '../lists/lists-store.js';

/** What a tab is among those that share a stream, and what it does as such. */
export interface ListSeat {
  readonly role: ListsStoreStats['role'];
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
