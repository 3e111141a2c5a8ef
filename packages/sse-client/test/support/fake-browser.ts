import { vi } from 'vitest';
import { stubPage, type FakePage } from './fake-page.js';

/** A browser's locks and channels, for tabs that all live in one test. */
export interface FakeBrowser {
  /** Puts another tab's page, locks and channels around what runs next. Undone by `vi.unstubAllGlobals()`. */
  enterTab(): FakeTab;
  /** Everything that was said on channels, in order. */
  said: { channel: string; message: unknown }[];
  /** Says something to everybody on a channel, as a stranger. */
  say(message: unknown): void;
  openChannels(): number;
  /** Holders and who waits. */
  lockRequests(): number;
}

/** One of its tabs. */
export interface FakeTab extends FakePage {
  /** The platform stops running it, without a word; what it holds it keeps. */
  freeze(): void;
  thaw(): void;
  /** It is gone without a word. What it holds is free. */
  crash(): void;
}

interface LockRequest {
  tab: Tab;
  hold: () => Promise<void> | undefined;
  resolve(value?: unknown): void;
  reject(error: unknown): void;
}

interface Tab {
  state: 'running' | 'frozen' | 'gone';
  /** Whether it has found out that there are locks. */
  knowsLocks: boolean;
  /** What is to run, in order. */
  tasks: (() => void)[];
}

/** Locks and channels as platforms have them: asynchronous, in order, copied, handed on. */
export function fakeBrowser(): FakeBrowser {
  const said: FakeBrowser['said'] = [];
  const channels = new Set<Channel>();
  const queues = new Map<string, LockRequest[]>();
  const holders = new Map<string, LockRequest>();

  class Channel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    readonly tab: Tab;
    readonly name: string;

    constructor(tab: Tab, name: string) {
      this.tab = tab;
      this.name = name;
      channels.add(this);
    }

    postMessage(message: unknown): void {
      if (this.tab.state !== 'running') return;
      if (!channels.has(this)) throw new DOMException('It is closed.', 'InvalidStateError');
      said.push({ channel: this.name, message });
      for (const other of channels) {
        if (other !== this && other.name === this.name) other.receive(structuredClone(message));
      }
    }

    receive(data: unknown): void {
      run(this.tab, () => {
        if (channels.has(this)) this.onmessage?.({ data });
      });
    }

    close(): void {
      channels.delete(this);
    }
  }

  return {
    said,
    say: (message) => channels.forEach((channel) => channel.receive(message)),
    openChannels: () => channels.size,
    lockRequests: () => holders.size + [...queues.values()].flat().length,
    enterTab() {
      const tab: Tab = { state: 'running', knowsLocks: false, tasks: [] };
      const page = stubPage();
      Object.assign(navigator, {
        locks: { request: ask.bind(null, tab), query: learn.bind(null, tab) },
      });
      vi.stubGlobal('BroadcastChannel', Channel.bind(null, tab));
      return {
        ...page,
        freeze() {
          tab.state = 'frozen';
        },
        thaw() {
          tab.state = 'running';
          for (const _ of tab.tasks) setTimeout(() => runNext(tab));
        },
        crash: () => crash(tab),
      };
    },
  };

  function learn(tab: Tab): Promise<void> {
    return new Promise((resolve) => {
      run(tab, () => {
        tab.knowsLocks = true;
        resolve();
      });
    });
  }

  function ask(
    tab: Tab,
    name: string,
    { signal, steal = false }: { signal?: AbortSignal; steal?: boolean },
    hold: LockRequest['hold'],
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const request = { tab, hold, resolve, reject };
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      if (steal) dispossess(name);
      queue.splice(steal ? 0 : queue.length, 0, request);
      const abort = (): void => {
        if (leave(queue, request)) reject(signal?.reason);
      };
      // Where it is not known yet whether there are locks, Chromium misses an abort.
      if (tab.knowsLocks) signal?.addEventListener('abort', abort);
      grant(name);
    });
  }

  function dispossess(name: string): void {
    const holder = holders.get(name);
    holders.delete(name);
    if (holder) run(holder.tab, () => holder.reject(new DOMException('Stolen.', 'AbortError')));
  }

  function grant(name: string): void {
    const next = holders.has(name) ? undefined : queues.get(name)?.shift();
    if (!next) return;
    holders.set(name, next);
    run(next.tab, () => {
      const done = (): void => {
        next.resolve();
        if (holders.get(name) === next) holders.delete(name);
        grant(name);
      };
      Promise.resolve(next.hold()).then(done, done);
    });
  }

  function crash(tab: Tab): void {
    tab.state = 'gone';
    for (const channel of channels) if (channel.tab === tab) channels.delete(channel);
    for (const [name, queue] of queues) {
      for (const request of [...queue]) if (request.tab === tab) leave(queue, request);
      if (holders.get(name)?.tab === tab) holders.delete(name);
      grant(name);
    }
  }
}

function leave(queue: LockRequest[], request: LockRequest): boolean {
  const at = queue.indexOf(request);
  if (at >= 0) queue.splice(at, 1);
  return at >= 0;
}

/** In a turn of its own, as platforms do, and in order: two fake timers may change places. */
function run(tab: Tab, task: () => void): void {
  tab.tasks.push(task);
  if (tab.state === 'running') setTimeout(() => runNext(tab));
}

function runNext(tab: Tab): void {
  if (tab.state === 'running') tab.tasks.shift()?.();
}
