import type { Connection } from '../connection/connection.js';
import type { ConnectionState } from '../connection/connection-state.js';
import type { LoopClientError } from '../error.js';
import type { ListMessage } from './messages.js';
import type { ListSeat } from './role.js';
import type { ListTaker } from '../lists/list-sink.js';

/** What a leader needs. */
export interface LeaderOptions {
  /** Higher than that of any leader before it. */
  term: number;
  taker: ListTaker;
  /** Opens the stream for all. */
  openStream(taker: ListTaker): Connection;
  post(message: ListMessage): void;
}

/**
 * Has the stream, and tells the others what it brings and how it stands. Others hear of a frame
 * before this tab's own callbacks run, so nothing that those do can keep it from them.
 */
export function createLeader({ term, taker, openStream, post }: LeaderOptions): ListSeat {
  let connection: ConnectionState = { status: 'connecting', attempt: 0 };
  let error: LoopClientError | undefined;
  const stream = openStream({
    ...taker,
    take(items) {
      post({ kind: 'frames', term, items });
      return taker.take(items);
    },
    show(latest, latestError) {
      connection = latest;
      error = latestError;
      announce();
      taker.show(latest, latestError);
    },
  });

  return {
    role: 'leader',
    term,
    hear(message) {
      if (message.kind !== 'ask') return;
      if (message.wake) stream.wake();
      announce();
    },
    // The stream watches the page by itself.
    wake() {},
    reconnect: stream.reconnect,
    close: stream.close,
  };

  function announce(): void {
    const position = connection.status === 'open' ? taker.position() : undefined;
    post({
      kind: 'state',
      term,
      connection,
      ...(error && { error }),
      ...(position && { position }),
    });
  }
}
