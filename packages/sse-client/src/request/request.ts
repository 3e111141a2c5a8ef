import { LoopClientError } from '../error.js';
import type { ClientOptions } from '../options.js';
import { abortable, bounded } from './abortable.js';
import { discard, type FetchLike, type ResponseLike } from './fetch-like.js';

/** One request of the client's. */
export interface RequestPlan {
  accept: string;
  /** Aborted by the caller to give up, and here when no answer comes. */
  controller: AbortController;
  /** How long an answer's head may take, in milliseconds. A host's own functions may take longer. */
  timeoutMs: number;
}

/** Makes a request; resolves with whatever answer there is. */
export type Requester = (url: string, plan: RequestPlan) => Promise<ResponseLike>;

/**
 * Makes requests with the host's headers, and again after a 401 (DESIGN section 5). The stream and
 * the history share one requester, so that two 401s at a time cause one refresh.
 *
 * The requester rejects with a {@link LoopClientError} for what the host's functions did and for a
 * missing answer, and with whatever `fetch` throws.
 */
export function createRequester(options: ClientOptions): Requester {
  const { fetch = platformFetch, headers = {}, credentials, onUnauthorized } = options;
  let refreshing: Promise<void> | undefined;

  return async (url, plan) => {
    const { signal } = plan.controller;
    const answer = await send(url, plan);
    if (answer.status !== 401 || !onUnauthorized) return answer;
    discard(answer);
    await abortable(refreshed(onUnauthorized), signal);
    return send(url, plan);
  };

  async function send(url: string, plan: RequestPlan): Promise<ResponseLike> {
    const { accept, controller, timeoutMs } = plan;
    const fields = { ...(await abortable(currentHeaders(), controller.signal)), accept };
    const answer = fetch(url, {
      headers: fields,
      signal: controller.signal,
      cache: 'no-store',
      ...(credentials && { credentials }),
    });
    return bounded(answer, controller, timeoutMs, discard);
  }

  async function currentHeaders(): Promise<Readonly<Record<string, string>>> {
    if (typeof headers !== 'function') return headers;
    try {
      return await headers();
    } catch (cause) {
      throw new LoopClientError(
        'headers-failed',
        'The headers function failed; the request is tried again. See cause.',
        { cause },
      );
    }
  }

  function refreshed(refresh: () => void | Promise<void>): Promise<void> {
    refreshing ??= runRefresh(refresh).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }
}

async function runRefresh(refresh: () => void | Promise<void>): Promise<void> {
  try {
    await refresh();
  } catch (cause) {
    throw new LoopClientError(
      'unauthorized',
      'onUnauthorized failed, so the client stopped. Sign in and call reconnect(). See cause.',
      { cause, status: 401 },
    );
  }
}

const platformFetch: FetchLike = (url, init) => globalThis.fetch(url, init);
