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
