import { initialStatus } from '../connection/connection-state.js';
import type { Connection } from '../connection/connection.js';
import type { ListSink } from '../lists/list-sink.js';
import type { ListMessage } from './messages.js';
import type { Role } from './role.js';

/** What a leader needs. */
export interface LeaderOptions {
  /** Higher than that of any leader before it. */
  term: number;
  sink: ListSink;
  /** Opens the stream for all. */
  openStream(sink: ListSink): Connection;
  post(message: ListMessage): void;
}

/**
 * Has the stream, and tells the others what it brings and how it stands. Others hear of a frame
 * before this tab's own callbacks run, so nothing that those do can keep it from them.
 */
export function createLeader({ term, sink, openStream, post }: LeaderOptions): Role {
  let status = initialStatus;
  const stream = openStream({
    ...sink,
    take(items) {
      post({ kind: 'frames', term, items });
      return sink.take(items);
    },
    show(latest) {
      status = latest;
      announce();
      sink.show(latest);
    },
  });

  return {
    name: 'leader',
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
    const position = status.connection.status === 'open' ? sink.position() : undefined;
    post({ kind: 'state', term, status, ...(position && { position }) });
  }
}
