import { onTestFinished, vi } from 'vitest';
import { connectSession, type SessionOptions, type SessionStore } from '../../src/index.js';
import { scriptedFetch, settle } from './scripted-fetch.js';

export const eventsUrl = '/api/sessions/42/events';

/** The longest wait of the `n`-th back-off in a row, from 0. With `Math.random()` at 1 it is the wait. */
export function waitOf(n: number): number {
  return Math.min(500 * 2 ** n, 30_000);
}

/** Time stands still until a test moves it, and every back-off takes as long as it may. */
export function useStillTime(): void {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

/** A store on a scripted `fetch`, with the first request made. */
export async function connected(options: SessionOptions = {}, url = eventsUrl): Promise<Connected> {
  useStillTime();
  const script = scriptedFetch();
  const store = connectSession(url, { fetch: script.fetch, ...options });
  onTestFinished(store.close);
  await settle();
  return { ...script, store };
}

export type Connected = ReturnType<typeof scriptedFetch> & { store: SessionStore };
