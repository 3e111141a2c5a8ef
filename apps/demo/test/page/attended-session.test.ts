import { initialView, type ApprovalRequest, type SessionView } from '@loop/events';
import type { SessionStore, SessionStoreState } from '@loop/sse-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAttendedSession } from '../../web/session/attended-session.js';

let page: EventTarget & { visibilityState: 'visible' | 'hidden' };
beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function see(visibilityState: 'visible' | 'hidden'): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

/** As much of a store as matters here; three messages a page of history. */
function fakeStore() {
  const listeners = new Set<() => void>();
  let state: SessionStoreState = {
    view: initialView,
    connection: { status: 'connecting', attempt: 0 },
  };
  const store: SessionStore & { isClosed: boolean; open(view: Partial<SessionView>): void } = {
    isClosed: false,
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open(view) {
      state = {
        view: { ...state.view, streamId: 'a', ...view },
        connection: { status: 'open', attempt: 0 },
      };
      for (const listener of listeners) listener();
    },
    loadEarlier() {
      const { firstMessageIndex } = state.view;
      store.open({ firstMessageIndex: Math.max(0, firstMessageIndex - 3) });
      return Promise.resolve(true);
    },
    reconnect() {},
    close: () => void (store.isClosed = true),
    stats: () => ({ connections: 0, startedOver: 0, bytes: 0, frames: 0 }),
  };
  return store;
}

function attended() {
  const stores: ReturnType<typeof fakeStore>[] = [];
  const session = openAttendedSession(() => {
    const store = fakeStore();
    stores.push(store);
    return store;
  });
  return { session, stores };
}

const request: ApprovalRequest = {
  approvalId: '1',
  kind: 'command',
  title: 'Run a command',
  requestedAt: 0,
};
const waiting = { ...initialView.state, pendingApprovals: [request] };

it('lets the stream go when nobody has looked for a while, and keeps what it shows', () => {
  const { session, stores } = attended();
  stores[0]?.open({ messageCount: 4 });
  see('hidden');
  vi.advanceTimersByTime(29_999);
  expect(stores[0]?.isClosed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(stores[0]?.isClosed).toBe(true);
  expect(session.getSnapshot()).toMatchObject({
    view: { messageCount: 4 },
    connection: { status: 'released' },
  });
});

it('keeps it when somebody comes back in time', () => {
  const { stores } = attended();
  see('hidden');
  vi.advanceTimersByTime(29_000);
  see('visible');
  vi.advanceTimersByTime(60_000);
  expect(stores).toHaveLength(1);
  expect(stores[0]?.isClosed).toBe(false);
});

it('keeps it as long as something waits for an answer', () => {
  const { stores } = attended();
  stores[0]?.open({ state: waiting });
  see('hidden');
  vi.advanceTimersByTime(600_000);
  expect(stores[0]?.isClosed).toBe(false);
  stores[0]?.open({ state: initialView.state });
  expect(stores[0]?.isClosed).toBe(true);
});

it('shows what it has shown until the new stream has got as far back', async () => {
  const { session, stores } = attended();
  stores[0]?.open({ firstMessageIndex: 2, messageCount: 10 });
  see('hidden');
  vi.advanceTimersByTime(30_000);
  see('visible');
  const firsts: number[] = [];
  session.subscribe(() => firsts.push(session.getSnapshot().view.firstMessageIndex));
  stores[1]?.open({ firstMessageIndex: 9, messageCount: 12 });
  await vi.waitFor(() => expect(session.getSnapshot().view.messageCount).toBe(12));
  expect(Math.max(...firsts)).toBe(2);
  expect(session.getSnapshot()).toMatchObject({
    view: { firstMessageIndex: 0 },
    connection: { status: 'open' },
  });
});

it('takes another stream as it comes', async () => {
  const { session, stores } = attended();
  stores[0]?.open({ firstMessageIndex: 0, messageCount: 10 });
  see('hidden');
  vi.advanceTimersByTime(30_000);
  see('visible');
  stores[1]?.open({ streamId: 'b', firstMessageIndex: 9, messageCount: 10 });
  await vi.waitFor(() => expect(session.getSnapshot().view.firstMessageIndex).toBe(9));
});

it('a page that is opened in the background counts from there, and closed it does nothing more', () => {
  page.visibilityState = 'hidden';
  const { session, stores } = attended();
  session.close();
  expect(stores[0]?.isClosed).toBe(true);
  vi.advanceTimersByTime(60_000);
  see('visible');
  expect(stores).toHaveLength(1);
});
