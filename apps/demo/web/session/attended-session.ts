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

/** In milliseconds; short, so that five tabs that are opened one after the other work soon. */
const RELEASE_HIDDEN_MS = 5_000;

/**
 * Connects to a session. Browsers have six connections to a host over HTTP/1.1, and who keeps ten
 * tabs open wants all of them to work: so a hidden page keeps no stream, also while something waits
 * for an answer. That waits on the server whoever watches, and the lists say that it does.
 */
export function openAttendedSession(url: string): AttendedSession {
  const reader = newId();
  const network = createBreakableNetwork();
  const store = connectSession(`${url}?reader=${reader}`, {
    approvals: true,
    holdWhile: () => false,
    releaseHiddenMs: RELEASE_HIDDEN_MS,
    historyRounds: HISTORY_ROUNDS,
    fetch: network.fetch,
  });
  return { ...store, reader, network, log: createTrafficLog(store) };
}
