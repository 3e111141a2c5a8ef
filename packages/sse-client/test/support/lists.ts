import { onTestFinished, vi } from 'vitest';
import { formatCursor, type ListFrame } from '@loop/events';
import { connectLists, type ListsOptions, type ListsStore } from '../../src/index.js';
import { useStillTime } from './connected.js';
import { fakeBrowser, type FakeBrowser, type FakeTab } from './fake-browser.js';
import { scriptedFetch, settle } from './scripted-fetch.js';

export const listsUrl = '/api/workspaces/events';

/** What a tab was told to load, in order: `reset`, `sessions w`, `projects w`. */
export type Heard = string[];

/** Callbacks that write down what they are called for. */
export function hearing(heard: Heard): ListsOptions {
  return {
    onReset: () => void heard.push('reset'),
    onSessionsChanged: ({ workspaceId }) => void heard.push(`sessions ${workspaceId}`),
    onProjectsChanged: ({ workspaceId }) => void heard.push(`projects ${workspaceId}`),
  };
}

export function reset(seq: number, streamId = 'l'): ListFrame {
  return { type: 'lists.reset', streamId, seq };
}

export function changed(seq: number, workspaceId = 'w', streamId = 'l'): ListFrame {
  return { type: 'sessions.changed', streamId, seq, workspaceId };
}

/** List frames as they travel. */
export function listWire(...frames: ListFrame[]): string {
  return frames
    .map((frame) => `id: ${formatCursor(frame)}\ndata: ${JSON.stringify(frame)}\n\n`)
    .join('');
}

/** A list store on a scripted `fetch`, sharing with nobody, with the first request made. */
export async function connectedLists(options: ListsOptions = {}): Promise<ConnectedLists> {
  useStillTime();
  const script = scriptedFetch();
  const heard: Heard = [];
  const store = connectLists(listsUrl, { fetch: script.fetch, ...hearing(heard), ...options });
  onTestFinished(store.close);
  await settle();
  return { ...script, store, heard };
}

export type ConnectedLists = ReturnType<typeof scriptedFetch> & { store: ListsStore; heard: Heard };

/** A tab with a list store in it. */
export interface ListTab {
  page: FakeTab;
  store: ListsStore;
  heard: Heard;
}

/** Longer than anything takes that happens at once, shorter than any wait. In milliseconds. */
export const moment = 10;

/** Tabs of one user in one browser, whose requests all go to one script. */
export function listTabs(): ListTabs {
  useStillTime();
  const browser = fakeBrowser();
  const script = scriptedFetch();
  return {
    ...script,
    browser,
    async open(options = {}, url = listsUrl) {
      const tab = enter(options, url);
      await vi.advanceTimersByTimeAsync(moment);
      return tab;
    },
    enter,
  };

  function enter(options: ListsOptions = {}, url = listsUrl): ListTab {
    const page = browser.enterTab();
    const heard: Heard = [];
    const { fetch } = script;
    const store = connectLists(url, { shareKey: 'ann', fetch, ...hearing(heard), ...options });
    onTestFinished(store.close);
    return { page, store, heard };
  }
}

export type ListTabs = ReturnType<typeof scriptedFetch> & {
  browser: FakeBrowser;
  /** Opens a tab and lets happen what is due. */
  open(options?: ListsOptions, url?: string): Promise<ListTab>;
  /** Opens a tab, and nothing else happens yet. */
  enter(options?: ListsOptions, url?: string): ListTab;
};

/** The tabs' roles. */
export function roles(...tabs: ListTab[]): string[] {
  return tabs.map(({ store }) => store.stats().role);
}

/** The tabs' states of the connection. */
export function statuses(...tabs: ListTab[]): string[] {
  return tabs.map(({ store }) => store.getSnapshot().connection.status);
}
