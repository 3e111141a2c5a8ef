import type { ReadonlyStore, SessionStore, SessionStoreState } from '@loop/sse-client';
import { isPageVisible, watchVisibility } from './visibility.js';

/** What an attended session offers of a {@link SessionStore}. */
export interface AttendedSession extends ReadonlyStore<SessionStoreState> {
  loadEarlier(): Promise<boolean>;
  reconnect(): void;
  close(): void;
}

/** As long as the client's own default for pages that cannot answer, in milliseconds. */
const RELEASE_HIDDEN_MS = 30_000;

/**
 * A session on a page that can answer approvals. The client never releases the stream of such a
 * page. Browsers have six connections to a host, though, and who keeps ten tabs open wants all of
 * them to work: so a hidden page keeps its stream only while something waits for an answer. In the
 * meantime the lists say that something does. When somebody looks again it shows what it has shown
 * until the new stream has got as far back.
 */
export function openAttendedSession(connect: () => SessionStore): AttendedSession {
  const listeners = new Set<() => void>();
  let store = connect();
  let unsubscribe = store.subscribe(onStoreChange);
  let state = store.getSnapshot();
  let phase: 'live' | 'away' | 'returning' = 'live';
  let grace: ReturnType<typeof setTimeout> | undefined;
  let isGraceOver = false;
  const unwatch = watchVisibility(onVisibility);
  onVisibility();

  return {
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    getSnapshot: () => state,
    loadEarlier: () => store.loadEarlier(),
    reconnect: () => store.reconnect(),
    close() {
      unwatch();
      clearTimeout(grace);
      drop();
    },
  };

  function onVisibility(): void {
    clearTimeout(grace);
    isGraceOver = false;
    if (!isPageVisible()) grace = setTimeout(endGrace, RELEASE_HIDDEN_MS);
    else if (phase === 'away') comeBack();
  }

  function endGrace(): void {
    isGraceOver = true;
    leaveIfIdle();
  }

  function leaveIfIdle(): void {
    if (!isGraceOver || phase === 'away' || state.view.state.pendingApprovals.length > 0) return;
    drop();
    phase = 'away';
    show({ view: state.view, connection: { status: 'released', attempt: 0 } });
  }

  function comeBack(): void {
    store = connect();
    unsubscribe = store.subscribe(onStoreChange);
    phase = 'returning';
    onStoreChange();
    void fetchWhatWasShown();
  }

  function onStoreChange(): void {
    const latest = store.getSnapshot();
    const isOver = phase === 'returning' && latest.connection.status === 'closed';
    if (isOver) phase = 'live';
    show(phase === 'returning' ? { ...latest, view: state.view } : latest);
    leaveIfIdle();
  }

  /** The new stream begins with the latest rounds; the reader may have been at an earlier one. */
  async function fetchWhatWasShown(): Promise<void> {
    const { view: shown } = state;
    const own = store;
    await firstView(own);
    while (isBehind(own.getSnapshot().view, shown)) {
      // It can be asked for again by hand.
      if (!(await own.loadEarlier().catch(() => false))) break;
    }
    if (own !== store || phase !== 'returning') return;
    phase = 'live';
    onStoreChange();
  }

  function show(next: SessionStoreState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function drop(): void {
    unsubscribe();
    store.close();
  }
}

type View = SessionStoreState['view'];

function isBehind(view: View, shown: View): boolean {
  return view.streamId === shown.streamId && view.firstMessageIndex > shown.firstMessageIndex;
}

/** Resolves when the store has a view, or has stopped for good. */
function firstView(store: SessionStore): Promise<void> {
  return new Promise((resolve) => {
    const leave = store.subscribe(look);
    look();

    function look(): void {
      const { view, connection } = store.getSnapshot();
      if (view.streamId === null && connection.status !== 'closed') return;
      resolve();
      // At the first look there is nothing to leave yet.
      queueMicrotask(() => leave());
    }
  });
}
