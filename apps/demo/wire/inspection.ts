import type { ConnectionStats, StreamStats } from '@loop/events';

/** A session's stream as the server has it. */
export interface Inspection {
  streamId: string;
  seq: number;
  /** The first frame that is retained; one more than `seq` where none is. */
  replayableFrom: number;
  stats: StreamStats;
  /** The latest first. */
  connections: InspectedConnection[];
}

/** A connection as the server has it. */
export interface InspectedConnection extends Pick<
  ConnectionStats,
  'opening' | 'openedAt' | 'sentBytes' | 'heartbeats'
> {
  /** Who reads, as the page calls itself. */
  reader: string | null;
  cursor: string | null;
  /** Why it has ended; `null`: it has not. */
  closed: NonNullable<ConnectionStats['closed']> | null;
}
