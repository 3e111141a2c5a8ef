import type { ConnectionStats, SessionEvents, StreamSource } from '@loop/events';

/** A connection of a session's, as it was seen last. */
export interface WatchedConnection {
  /** What the reader calls itself; pages do, so that each finds its own. */
  readonly reader: string | null;
  /** What it asked for, shortened where that is nonsense. */
  readonly cursor: string | null;
  readonly stats: ConnectionStats;
}

/** Who reads a session's stream. */
export interface WatchedStream {
  /** The stream for a reader; a name that is no short word is none. */
  for(reader: string | null): StreamSource;
  /** Those that are open and the last few that were, the latest first. */
  connections(): readonly WatchedConnection[];
  /** Destroys the sockets of all that are open, as a network does. @returns how many */
  drop(): number;
}

/** Connections that are remembered after their end. */
const MAX_ENDED = 10;

/** The longest stream id, a colon, and digits. */
const MAX_CURSOR = 90;

const READER = /^[\w-]{1,64}$/;

const watched = new WeakMap<SessionEvents, WatchedStream>();

/** Each session's readers are watched by one. */
export function watchedStream(events: SessionEvents): WatchedStream {
  const known = watched.get(events);
  if (known) return known;
  const stream = createWatchedStream(events);
  watched.set(events, stream);
  return stream;
}

function createWatchedStream(events: SessionEvents): WatchedStream {
  let seen: (WatchedConnection & { drop: () => void })[] = [];

  return {
    for: (reader) => ({
      refusal: () => events.refusal(),
      connect(sink, options) {
        const connection = events.connect(sink, options);
        const drop = (): void => {
          // The session forgets the reader first: it must not write to what is destroyed.
          connection.close();
          sink.destroy();
        };
        const name = reader !== null && READER.test(reader) ? reader : null;
        const cursor = options?.cursor?.slice(0, MAX_CURSOR) ?? null;
        seen.unshift({ reader: name, cursor, stats: connection.stats, drop });
        forgetOldest();
        return connection;
      },
    }),
    connections: () => seen,
    drop() {
      const open = seen.filter(isOpen);
      for (const { drop } of open) drop();
      return open.length;
    },
  };

  function forgetOldest(): void {
    const ended = seen.filter((connection) => !isOpen(connection));
    const forgotten = new Set(ended.slice(MAX_ENDED));
    seen = seen.filter((connection) => !forgotten.has(connection));
  }
}

function isOpen({ stats }: WatchedConnection): boolean {
  return stats.closed === undefined;
}
