import { closedStatus, initialStatus, type StreamStatus } from '../connection/connection-state.js';
import { openConnection } from '../connection/connection.js';
import { limitsOf, requirePositive } from '../options.js';
import { callSafely } from '../platform/call-safely.js';
import { createRequester } from '../request/request.js';
import { asksForApprovals, historyUrlOf, requireUrl, withQuery } from '../request/url.js';
import { createStore } from '../store.js';
import { createHistory } from './history.js';
import { createSessionReader } from './session-reader.js';
import type { SessionOptions, SessionStore, SessionStoreState } from './session-store.js';
import { createTraffic } from './traffic.js';

/**
 * Connects to a session's events and keeps a view of it: over cuts, sleep, restarts of the server
 * and missing frames, without losing or doubling anything. Runs in browsers, workers and Node.
 *
 * @param url where the session's events are: `/api/sessions/42/events`. Its own query is kept.
 * @throws LoopClientError `invalid-option`. What the network brings is never thrown: it shows in
 * the state.
 */
export function connectSession(url: string | URL, options: SessionOptions = {}): SessionStore {
  const { approvals = false, historyUrl, historyRounds = 3 } = options;
  const eventsUrl = requireUrl('url', url, options);
  // Who can answer stays within reach, also unseen.
  const { holdWhile = () => approvals || asksForApprovals(eventsUrl) } = options;
  const pagesUrl =
    historyUrl === undefined
      ? historyUrlOf(eventsUrl)
      : requireUrl('historyUrl', historyUrl, options);
  requirePositive('historyRounds', historyRounds);
  const limits = limitsOf(options);
  const request = createRequester(options);

  const reader = createSessionReader();
  const traffic = createTraffic();
  let startedOver = 0;
  let askedFor: string | undefined;
  let status = initialStatus;
  const store = createStore<SessionStoreState>(build);

  const history = createHistory({
    url: pagesUrl,
    rounds: historyRounds,
    timeoutMs: limits.silenceMs,
    request,
    view: () => reader.view,
    join(page) {
      const fitted = reader.join(page);
      if (fitted) store.changed();
      return fitted;
    },
  });

  const connection = openConnection({
    url() {
      askedFor = reader.resumeFrom();
      return withQuery(eventsUrl, { cursor: askedFor, ...(approvals && { approvals: '1' }) });
    },
    request,
    limits,
    isHeld,
    onOpen() {
      reader.begin();
      traffic.opened(askedFor);
    },
    onBytes: traffic.bytes,
    onEvents(events) {
      const delivery = reader.take(events);
      if (delivery.fault) startedOver++;
      if (delivery.isNews) store.changed();
      traffic.events(events, delivery.frames);
      return delivery;
    },
    onChange: show,
  });

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    loadEarlier: history.loadEarlier,
    reconnect: connection.reconnect,
    close() {
      store.silence();
      traffic.silence();
      history.close();
      connection.close();
      show(closedStatus(status));
    },
    stats() {
      const cursor = reader.cursor();
      return { ...traffic.counts, startedOver, ...(cursor !== undefined && { cursor }) };
    },
    observe: traffic.observe,
  };

  /** A function that fails says nothing against staying. */
  function isHeld(): boolean {
    let isHeldNow = true;
    callSafely(() => {
      isHeldNow = holdWhile(reader.view);
    });
    return isHeldNow;
  }

  function build(): SessionStoreState {
    const { view, opening } = reader;
    const lastOpening = opening && { lastOpening: opening };
    return { view, ...status, connection: { ...status.connection, ...lastOpening } };
  }

  function show(latest: StreamStatus): void {
    if (latest === status) return;
    status = latest;
    store.changed();
  }
}
