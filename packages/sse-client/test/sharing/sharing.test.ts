import { describe, expect, it, vi } from 'vitest';
import { waitOf } from '../support/connected.js';
import {
  changed,
  listTabs,
  listWire,
  moment,
  reset,
  roles,
  statuses,
  type ListTabs,
} from '../support/lists.js';
import { settle, type Stream } from '../support/scripted-fetch.js';

const stoppedState = { status: 'closed', attempt: 0 };
/** When a follower has asked twice and got no answer. */
const patience = 5_000;

describe('one stream', () => {
  it('serves all tabs of a user', async () => {
    const { open, call, calls } = listTabs();
    const tabs = [await open(), await open(), await open()];
    const stream = await call(0).open();
    await say(stream, listWire(reset(4), changed(5, 'a')));
    await say(stream, listWire(changed(6, 'b')));
    expect(calls).toHaveLength(1);
    for (const { heard } of tabs) expect(heard).toEqual(['reset', 'sessions a', 'sessions b']);
    expect(roles(...tabs)).toEqual(['leader', 'follower', 'follower']);
    for (const { store } of tabs) expect(store.stats()).toMatchObject({ frames: 3, cursor: 'l:6' });
    expect(tabs.map(({ store }) => store.stats().connections)).toEqual([1, 0, 0]);
  });

  it('is one for tabs that open in the same turn', async () => {
    const { enter, call, calls } = listTabs();
    const tabs = [enter(), enter(), enter()];
    await advance(moment);
    await say(await call(0).open(), listWire(reset(0)));
    expect(calls).toHaveLength(1);
    for (const { heard } of tabs) expect(heard).toEqual(['reset']);
  });

  it('is one after connect, close, connect in one turn', async () => {
    const { enter, call, calls, browser } = listTabs();
    enter().store.close();
    const { heard } = enter();
    await advance(moment);
    await say(await call(0).open(), listWire(reset(0)));
    expect(calls).toHaveLength(1);
    expect(heard).toEqual(['reset']);
    expect(browser.openChannels()).toBe(1);
    expect(browser.lockRequests()).toBe(1);
  });

  it('shows its state in every tab', async () => {
    const { open, call } = listTabs();
    const tabs = [await open(), await open()];
    expect(statuses(...tabs)).toEqual(['connecting', 'connecting']);
    const stream = await call(0).open();
    await advance(moment);
    expect(statuses(...tabs)).toEqual(['open', 'open']);
    await stream.cut();
    await advance(moment);
    for (const { store } of tabs) {
      expect(store.getSnapshot()).toMatchObject({
        connection: { status: 'waiting', attempt: 1, retryAt: Date.now() + waitOf(0) - moment },
        error: { code: 'network', name: 'LoopClientError' },
      });
    }
    for (const { page } of [...tabs].reverse()) page.network(false);
    await advance(moment);
    expect(statuses(...tabs)).toEqual(['offline', 'offline']);
    await advance(waitOf(0));
    await call(1).answer(403);
    await advance(moment);
    for (const { store } of tabs) {
      const { connection, error } = store.getSnapshot();
      expect(connection.status).toBe('closed');
      expect(error).toMatchObject({ code: 'forbidden', status: 403 });
      expect(error?.message).toContain('403');
    }
  });

  it('is not released while its tab is hidden, nor given up while timers sleep', async () => {
    const { open, call, calls } = listTabs();
    const tabs = [await open(), await open()];
    const stream = await call(0).open();
    await say(stream, listWire(reset(0)));
    for (const { page } of [...tabs].reverse()) page.visibility('hidden');
    // Timers of a hidden page run once a minute; bytes come all the same.
    for (let minute = 0; minute < 3; minute++) {
      vi.setSystemTime(Date.now() + 59_000);
      await stream.sendText(':\n');
      await advance(1_000);
    }
    for (let step = 0; step < 6; step++) {
      await advance(10_000);
      await stream.sendText(':\n');
    }
    await say(stream, listWire(changed(1)));
    expect(calls).toHaveLength(1);
    for (const { heard } of tabs) expect(heard).toEqual(['reset', 'sessions w']);
  });
});

describe('a tab that joins', () => {
  it('an open stream loads everything once, and hears what follows', async () => {
    const { open, call } = listTabs();
    await open();
    const stream = await call(0).open();
    await say(stream, listWire(reset(4), changed(5)));
    const late = await open();
    await advance(moment);
    expect(late.heard).toEqual(['reset']);
    expect(statuses(late)).toEqual(['open']);
    const later = await open();
    await advance(moment);
    await say(stream, listWire(changed(6)));
    expect(late.heard).toEqual(['reset', 'sessions w']);
    expect(later.heard).toEqual(['reset', 'sessions w']);
  });

  it('while the leader connects loads everything once', async () => {
    const { open, call } = listTabs();
    await open();
    const early = await open();
    const stream = await call(0).open();
    const between = await open();
    await advance(moment);
    expect([early.heard, between.heard]).toEqual([[], []]);
    expect(statuses(early, between)).toEqual(['open', 'open']);
    await say(stream, listWire(reset(4)));
    expect([early.heard, between.heard]).toEqual([['reset'], ['reset']]);
  });

  it('in the middle of a burst misses nothing', async () => {
    const { open, enter, call } = listTabs();
    await open();
    const stream = await call(0).open();
    await stream.sendText(listWire(reset(0)));
    void stream.sendText(listWire(changed(1, 'a')));
    const { heard } = enter();
    void stream.sendText(listWire(changed(2, 'b')));
    await advance(1);
    await say(stream, listWire(changed(3, 'c')));
    // What it heard of before it knew where it stood is in what it loads.
    expect(heard[0]).toBe('reset');
    expect(heard).toEqual(['reset', ...['sessions b', 'sessions c'].slice(2 - (heard.length - 1))]);
  });

  it('cuts a wait of the leader short', async () => {
    const { open, call, calls } = listTabs();
    await open();
    await call(0).fail();
    await open();
    await advance(moment);
    expect(calls).toHaveLength(2);
  });

  it('tries for itself where the leader has stopped', async () => {
    const { open, call, calls } = listTabs();
    const stopped = await open();
    await call(0).answer(401);
    const headers = { authorization: 'fresh' };
    const fresh = await open({ headers });
    await advance(moment);
    expect(call(1).init.headers).toMatchObject(headers);
    expect(roles(stopped, fresh)).toEqual(['follower', 'leader']);
    await say(await call(1).open(), listWire(reset(0)));
    expect([stopped.heard, fresh.heard]).toEqual([['reset'], ['reset']]);
    expect(statuses(stopped, fresh)).toEqual(['open', 'open']);
    expect(stopped.store.getSnapshot()).not.toHaveProperty('error');
    await advance(20_000);
    expect(calls).toHaveLength(2);
  });

  it('tries for itself once, not against one that did so too', async () => {
    const { open, call, calls } = listTabs();
    const tabs = [await open()];
    for (let n = 0; n < 3; n++) {
      await call(n).answer(401);
      tabs.push(await open());
      await advance(moment);
    }
    await call(3).answer(401);
    await advance(3_600_000);
    expect(calls).toHaveLength(4);
    expect(statuses(...tabs)).toEqual(['closed', 'closed', 'closed', 'closed']);
  });
});

describe('hand-over', () => {
  const ways: [how: string, leave: (tabs: Leaving) => void][] = [
    ['is closed', ({ leader }) => leader.store.close()],
    ['crashes', ({ leader }) => leader.page.crash()],
    ['goes to another page', ({ leader }) => leader.page.hide(false)],
    ['is put into the back/forward cache', ({ leader }) => leader.page.hide(true)],
    ['is frozen by its browser', ({ leader }) => leader.page.lifecycle('freeze')],
  ];
  it.each(ways)('goes at once to the next tab when the leader %s', async (how, leave) => {
    const tabs = listTabs();
    const [leader, next, other] = [await tabs.open(), await tabs.open(), await tabs.open()];
    const stream = await tabs.call(0).open();
    await say(stream, listWire(reset(4), changed(5)));
    leave({ leader });
    await advance(moment);
    expect(tabs.calls).toHaveLength(2);
    expect(stream.cancelled()).toBe(how !== 'crashes');
    expect(roles(next, other)).toEqual(['leader', 'follower']);
    await say(await tabs.call(1).open(), listWire(reset(7), changed(8, 'new')));
    for (const { heard } of [next, other]) {
      expect(heard).toEqual(['reset', 'sessions w', 'reset', 'sessions new']);
    }
    expect(leader.heard).toEqual(['reset', 'sessions w']);
  });

  it('ends what the leader has before the next begins', async () => {
    const tabs = listTabs();
    const [leader] = [await tabs.open(), await tabs.open()];
    await tabs.call(0).open();
    leader.store.close();
    expect(tabs.call(0).init.signal.aborted).toBe(true);
    expect(tabs.calls).toHaveLength(1);
    await advance(moment);
    expect(tabs.calls).toHaveLength(2);
  });

  it('is understood when the clock was set back', async () => {
    const tabs = listTabs();
    const [leader, next, other] = [await tabs.open(), await tabs.open(), await tabs.open()];
    await say(await tabs.call(0).open(), listWire(reset(0)));
    vi.setSystemTime(Date.now() - 3_600_000);
    leader.store.close();
    await advance(moment);
    await say(await tabs.call(1).open(), listWire(reset(3), changed(4)));
    for (const { heard } of [next, other]) {
      expect(heard).toEqual(['reset', 'reset', 'sessions w']);
    }
  });

  it('of a follower is none', async () => {
    const tabs = listTabs();
    const [leader, follower] = [await tabs.open(), await tabs.open()];
    const stream = await tabs.call(0).open();
    await say(stream, listWire(reset(0)));
    follower.store.close();
    await say(stream, listWire(changed(1)));
    expect(follower.heard).toEqual(['reset']);
    expect(leader.heard).toEqual(['reset', 'sessions w']);
    expect(tabs.browser.openChannels()).toBe(1);
    expect(tabs.browser.lockRequests()).toBe(1);
  });

  it('comes back to a page that is shown again, as to a new one', async () => {
    const tabs = listTabs();
    const [first, second] = [await tabs.open(), await tabs.open()];
    await say(await tabs.call(0).open(), listWire(reset(0)));
    first.page.hide(true);
    expect(statuses(first)).toEqual(['released']);
    await advance(moment);
    const stream = await tabs.call(1).open();
    await say(stream, listWire(reset(3)));
    first.page.show(true);
    await advance(moment);
    expect(first.heard).toEqual(['reset', 'reset']);
    expect(roles(first, second)).toEqual(['follower', 'leader']);
    second.page.hide(true);
    await advance(moment);
    await say(await tabs.call(2).open(), listWire(reset(5)));
    expect(roles(first)).toEqual(['leader']);
    expect(first.heard).toEqual(['reset', 'reset', 'reset']);
  });

  it('leaves nothing of a page that is put away', async () => {
    const tabs = listTabs();
    const { page } = await tabs.open();
    await tabs.call(0).open();
    page.hide(true);
    await settle();
    expect(tabs.browser.openChannels()).toBe(0);
    expect(tabs.browser.lockRequests()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    page.lifecycle('freeze');
    page.lifecycle('resume');
    await advance(moment);
    expect(tabs.browser.lockRequests()).toBe(1);
    expect(tabs.calls).toHaveLength(2);
  });

  it('waits for reconnect() in a page that is put away, and not after close()', async () => {
    const tabs = listTabs();
    const { page, store } = await tabs.open();
    page.hide(true);
    store.reconnect();
    await advance(moment);
    expect(tabs.calls).toHaveLength(2);
    page.hide(true);
    store.close();
    store.reconnect();
    page.show(true);
    await advance(moment);
    expect(tabs.calls).toHaveLength(2);
    expect(tabs.browser.openChannels()).toBe(0);
  });
});

describe('a leader that is frozen without a word', () => {
  it('is followed by a tab that somebody looks at', async () => {
    const tabs = listTabs();
    const [leader, next] = [await tabs.open(), await tabs.open()];
    await say(await tabs.call(0).open(), listWire(reset(0)));
    leader.page.freeze();
    next.page.visibility('visible');
    await advance(patience - 1);
    expect(roles(next)).toEqual(['follower']);
    await advance(1 + moment);
    expect(roles(next)).toEqual(['leader']);
    const stream = await tabs.call(1).open();
    await say(stream, listWire(reset(3)));
    expect(next.heard).toEqual(['reset', 'reset']);

    leader.page.thaw();
    await advance(moment);
    expect(roles(leader, next)).toEqual(['follower', 'leader']);
    expect(tabs.call(0).init.signal.aborted).toBe(true);
    await say(stream, listWire(changed(4)));
    expect(leader.heard).toEqual(['reset', 'reset', 'sessions w']);
    expect(next.heard).toEqual(['reset', 'reset', 'sessions w']);
    expect(tabs.calls).toHaveLength(2);
  });

  it('is noticed by one that is looked at all the time, and by a new one', async () => {
    const tabs = listTabs();
    const [leader, next] = [await tabs.open(), await tabs.open()];
    await say(await tabs.call(0).open(), listWire(reset(0)));
    leader.page.freeze();
    await advance(15_000 + patience + moment);
    expect(roles(next)).toEqual(['leader']);
    next.page.freeze();
    const third = await tabs.open();
    await advance(patience + moment);
    expect(roles(third)).toEqual(['leader']);
  });

  it('is left alone while nobody looks', async () => {
    const tabs = listTabs();
    const [leader, next] = [await tabs.open(), await tabs.open()];
    await say(await tabs.call(0).open(), listWire(reset(0)));
    leader.page.freeze();
    next.page.visibility('visible');
    next.page.visibility('hidden');
    await advance(600_000);
    expect(roles(next)).toEqual(['follower']);
    next.page.visibility('visible');
    await advance(patience + moment);
    expect(roles(next)).toEqual(['leader']);
  });

  it('is not heard any more when it says something late', async () => {
    const tabs = listTabs();
    const [leader, next] = [await tabs.open(), await tabs.open()];
    const old = await tabs.call(0).open();
    await say(old, listWire(reset(0)));
    next.store.reconnect();
    // Before it has learnt that it was deposed.
    leader.page.freeze();
    await advance(moment);
    await say(await tabs.call(1).open(), listWire(reset(1)));
    const third = await tabs.open();
    await advance(moment);
    tabs.browser.said.length = 0;
    leader.page.thaw();
    void old.sendText(listWire(changed(1, 'old')));
    leader.store.reconnect();
    await advance(moment);
    expect(tabs.browser.said).toContainEqual(
      expect.objectContaining({
        message: expect.objectContaining({
          connection: { status: 'connecting', attempt: 0 },
        }) as unknown,
      }),
    );
    expect(next.heard).toEqual(['reset', 'reset']);
    expect(third.heard).toEqual(['reset']);
    expect(statuses(leader, next, third)).toEqual(['open', 'open', 'open']);
  });

  it('is a slow one, if it answers at last', async () => {
    const tabs = listTabs();
    const [leader, next] = [await tabs.open(), await tabs.open()];
    await say(await tabs.call(0).open(), listWire(reset(0)));
    leader.page.freeze();
    next.page.visibility('visible');
    await advance(patience - 100);
    leader.page.thaw();
    await advance(patience);
    leader.page.freeze();
    next.page.visibility('visible');
    await advance(patience - 100);
    expect(roles(leader, next)).toEqual(['leader', 'follower']);
    expect(tabs.calls).toHaveLength(1);
    expect(next.heard).toEqual(['reset']);
  });
});

describe('reconnect()', () => {
  it('of the leader makes another connection for all', async () => {
    const tabs = listTabs();
    const [leader, follower] = [await tabs.open(), await tabs.open()];
    await say(await tabs.call(0).open(), listWire(reset(0)));
    leader.store.reconnect();
    await settle();
    await say(await tabs.call(1).open(), listWire(reset(0)));
    expect([leader.heard, follower.heard]).toEqual([
      ['reset', 'reset'],
      ['reset', 'reset'],
    ]);
  });

  it('of a follower takes over, with what that one knows', async () => {
    const tabs = listTabs();
    const leader = await tabs.open();
    await tabs.call(0).answer(401);
    const follower = await tabs.open({ headers: { authorization: 'fresh' } });
    await advance(moment);
    await tabs.call(1).answer(401);
    await advance(moment);
    leader.store.reconnect();
    leader.store.reconnect();
    await advance(moment);
    expect(tabs.calls).toHaveLength(3);
    expect(tabs.browser.lockRequests()).toBe(2);
    expect(roles(leader, follower)).toEqual(['leader', 'follower']);
    await say(await tabs.call(2).open(), listWire(reset(0)));
    expect([leader.heard, follower.heard]).toEqual([['reset'], ['reset']]);
    // The one that was deposed is in line again.
    leader.store.close();
    await advance(moment);
    expect(roles(follower)).toEqual(['leader']);
    expect(tabs.calls).toHaveLength(4);
  });

  it('of two tabs at once leaves one leader', async () => {
    const tabs = listTabs();
    const all = [await tabs.open(), await tabs.open(), await tabs.open()];
    await say(await tabs.call(0).open(), listWire(reset(0)));
    all[1]?.store.reconnect();
    all[2]?.store.reconnect();
    await advance(moment);
    expect([...roles(...all)].sort()).toEqual(['follower', 'follower', 'leader']);
    const live = tabs.calls.filter(({ init }) => !init.signal.aborted);
    expect(live).toHaveLength(1);
    await say(await tabs.call(-1).open(), listWire(reset(0)));
    for (const { heard } of all) expect(heard).toEqual(['reset', 'reset']);
  });
});

describe('the channel', () => {
  it('carries frames and states, and nothing else of what was received', async () => {
    const { browser, open, call } = listTabs();
    await open({ headers: { authorization: 'secret' } });
    await open();
    const stream = await call(0).open();
    const more = { ...changed(1), title: 'secret', messages: ['secret'] };
    await say(stream, `${listWire(reset(0))}data: ${JSON.stringify(more)}\n\n`);
    await say(stream, 'data: {"type":"x.y","streamId":"l","seq":2,"text":"secret"}\n\n');
    await say(stream, 'data: secret\n\n');
    const text = JSON.stringify(browser.said);
    expect(text).toContain('sessions.changed');
    expect(text).not.toContain('secret');
  });

  it.each([
    ['text', 'hello'],
    ['null', null],
    ['a list', [1]],
    ['another form', { form: 'loop-lists-2', kind: 'state', term: 9e15, connection: stoppedState }],
    ['no form', { kind: 'state', term: 9e15, connection: stoppedState }],
    ['another kind', { form: 'loop-lists-1', kind: 'bye', term: 9e15 }],
    ['no term', { form: 'loop-lists-1', kind: 'frames', items: [reset(9)] }],
    ['no items', { form: 'loop-lists-1', kind: 'frames', term: 9e15 }],
    ['no state', { form: 'loop-lists-1', kind: 'state', term: 9e15 }],
    [
      'a state of its own',
      {
        form: 'loop-lists-1',
        kind: 'state',
        term: 9e15,
        connection: { status: 'new', attempt: 0 },
      },
    ],
  ])('may bring %s: it is ignored', async (_what, message) => {
    const { browser, open, call } = listTabs();
    const tabs = [await open(), await open()];
    const stream = await call(0).open();
    await say(stream, listWire(reset(0)));
    browser.say(message);
    await say(stream, listWire(changed(1)));
    for (const { heard } of tabs) expect(heard).toEqual(['reset', 'sessions w']);
    expect(statuses(...tabs)).toEqual(['open', 'open']);
  });

  it('passes a lost frame on as a reset', async () => {
    const { open, call } = listTabs();
    const tabs = [await open(), await open()];
    const stream = await call(0).open();
    await say(stream, listWire(reset(0)));
    await say(stream, listWire(changed(2)));
    await say(stream, 'data: ?\n\n');
    for (const { heard } of tabs) expect(heard).toEqual(['reset', 'reset', 'reset']);
  });

  it("tells others before this tab's own callbacks, whatever they do", async () => {
    const { open, call } = listTabs();
    const leader = await open({ onReset: () => leader.store.close() });
    const follower = await open();
    await say(await call(0).open(), listWire(reset(0)));
    expect(follower.heard).toEqual(['reset']);
    await say(await call(1).open(), listWire(reset(0)));
    expect(follower.heard).toEqual(['reset', 'reset']);
  });
});

describe('who shares', () => {
  it('has the same key and the same URL', async () => {
    const { open, calls } = listTabs();
    vi.stubGlobal('location', { href: 'http://host/a/b' });
    await open();
    await open({}, '../api/workspaces/events#x');
    expect(calls).toHaveLength(1);
    await open({ shareKey: 'bob' });
    await open({}, '/api/other/events');
    expect(calls).toHaveLength(3);
  });

  it.each([
    ['a","/b', '/c', 'a', '/b","/c'],
    ['a/b', '/c', 'a', '/b/c'],
  ])('never hears of another user, also of %j at %j', async (key, url, otherKey, otherUrl) => {
    const { open, call } = listTabs();
    const ann = await open({ shareKey: key }, url);
    const bob = await open({ shareKey: otherKey }, otherUrl);
    await say(await call(0).open(), listWire(reset(0), changed(1, 'ann')));
    await say(await call(1).open(), listWire(reset(0), changed(1, 'bob')));
    expect(ann.heard).toEqual(['reset', 'sessions ann']);
    expect(bob.heard).toEqual(['reset', 'sessions bob']);
  });

  it('is nobody without a key', async () => {
    const { browser, open, calls } = listTabs();
    const tabs = [await open({ shareKey: undefined }), await open({ shareKey: undefined })];
    expect(calls).toHaveLength(2);
    expect(roles(...tabs)).toEqual(['alone', 'alone']);
    expect(browser.openChannels()).toBe(0);
  });

  it.each([
    ['locks', () => vi.stubGlobal('navigator', { onLine: true })],
    ['a navigator', () => vi.stubGlobal('navigator', undefined)],
    ['channels', () => vi.stubGlobal('BroadcastChannel', undefined)],
    ['an origin', () => vi.stubGlobal('origin', 'null')],
  ])('is nobody where the platform has no %s', async (_what, spoil) => {
    const { enter, call, browser } = listTabs();
    const enterTab = browser.enterTab.bind(browser);
    browser.enterTab = () => {
      const tab = enterTab();
      spoil();
      return tab;
    };
    const { heard, store } = enter();
    await advance(moment);
    await say(await call(0).open(), listWire(reset(0)));
    expect(heard).toEqual(['reset']);
    expect(store.stats().role).toBe('alone');
  });

  it('is nobody where the platform refuses', async () => {
    const { enter, call, browser } = listTabs();
    const enterTab = browser.enterTab.bind(browser);
    browser.enterTab = () => {
      const tab = enterTab();
      const request = (): Promise<never> =>
        Promise.reject(new DOMException('Not here.', 'SecurityError'));
      Object.assign(navigator, { locks: { request, query: async () => {} } });
      return tab;
    };
    const { heard, store, page } = enter();
    await advance(moment);
    expect(store.stats().role).toBe('alone');
    const stream = await call(0).open();
    await say(stream, listWire(reset(0)));
    expect(heard).toEqual(['reset']);
    page.visibility('hidden');
    await advance(30_000);
    expect(stream.cancelled()).toBe(true);
    store.close();
    expect(browser.openChannels()).toBe(0);
    await settle();
    expect(vi.getTimerCount()).toBe(0);
  });
});

interface Leaving {
  leader: Awaited<ReturnType<ListTabs['open']>>;
}

/** Sends it, and lets the channel carry it. */
async function say(stream: Stream, text: string): Promise<void> {
  await stream.sendText(text);
  await advance(moment);
}

async function advance(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}
