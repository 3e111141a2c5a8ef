import type { SessionView } from '@loop/events';
import { connectSession, type SessionStore } from '@loop/sse-client';
import { createBreakableNetwork, type BreakableNetwork } from '../inspector/breakable-network.js';
import { createTrafficLog, type TrafficLog } from '../inspector/traffic-log.js';
import { newId } from '../shared/new-id.js';

/** A session on a page that can answer approvals, and what its inspector needs. */
export interface AttendedSession extends SessionStore {
  /** Under which the server knows this page's connections. */
  readonly reader: string;
  readonly network: BreakableNetwork;
  readonly log: TrafficLog;
}

/** Rounds that come with one request for earlier ones: enough for a while of reading. */
const HISTORY_ROUNDS = 10;

/**
 * Connects to a session. Browsers have six connections to a host, and who keeps ten tabs open wants
 * all of them to work: so a hidden page keeps its stream only while something waits for an answer.
 * In the meantime the lists say that something does.
 */
export function openAttendedSession(url: string): AttendedSession {
  const reader = newId();
  const network = createBreakableNetwork();
  const store = connectSession(`${url}?reader=${reader}`, {
    approvals: true,
    holdWhile: hasPending,
    historyRounds: HISTORY_ROUNDS,
    fetch: network.fetch,
  });
  return { ...store, reader, network, log: createTrafficLog(store) };
}

function hasPending({ state }: SessionView): boolean {
  return state.pendingApprovals.length > 0;
}
