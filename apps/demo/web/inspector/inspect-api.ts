import type { ConnectionStats, StreamStats } from '@loop/events';
import { ask } from '../api/ask.js';
import { pathOfSession } from '../api/sessions.js';

/** A connection as the server has it. */
export interface InspectedConnection extends Pick<ConnectionStats, 'opening' | 'sentBytes'> {
  reader: string | null;
  cursor: string | null;
}

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

/** What the server can break. */
export type ServerFault = 'drop' | 'evict' | 'restart';

/** Asks how the stream stands. */
export function inspect(sessionId: string): Promise<Inspection> {
  return ask('GET', `${pathOfSession(sessionId)}/inspect`);
}

/** Breaks something, for real. */
export function breakOnServer(sessionId: string, fault: ServerFault): Promise<unknown> {
  return ask('POST', `${pathOfSession(sessionId)}/inspect/${fault}`);
}
