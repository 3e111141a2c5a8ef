import type { LoopClientError } from '../error.js';

/** How a stream's connection stands. */
export interface ConnectionState {
  /**
   * `connecting`: asked, no answer yet · `open`: the server answered with a stream · `waiting`:
   * for the next attempt · `offline`: the same, and the platform believes there is no network ·
   * `released`: let go while nobody can see the page; it is made anew when somebody does ·
   * `closed`: by `close()`, or for the reason in `error`.
   */
  status: 'connecting' | 'open' | 'waiting' | 'offline' | 'released' | 'closed';
  /** How many connections in a row came to nothing; 0 while all is well. */
  attempt: number;
  /** When the next attempt is made, in epoch milliseconds, while one is waited for. */
  retryAt?: number;
}

/** What a store shows of its stream besides the content. */
export interface StreamStatus {
  connection: ConnectionState;
  /** Why the latest attempt failed or the stream has stopped; gone once one is open. */
  error?: LoopClientError;
}

/** Before the first attempt. */
export const initialStatus: StreamStatus = { connection: { status: 'connecting', attempt: 0 } };

/** The status of a stream that is closed where it stands; one that has stopped keeps its own. */
export function closedStatus(status: StreamStatus): StreamStatus {
  const { status: latest, attempt } = status.connection;
  return latest === 'closed' ? status : { ...status, connection: { status: 'closed', attempt } };
}
