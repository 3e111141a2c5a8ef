import type { HistoryPage, SessionView } from '@loop/events';
import { isIndex, isObject } from '../decode/json.js';
import { asClientError, LoopClientError } from '../error.js';
import { bounded } from '../request/abortable.js';
import { errorOfStatus } from '../request/answer.js';
import { discard } from '../request/fetch-like.js';
import type { Requester } from '../request/request.js';
import { withQuery } from '../request/url.js';

/** What loading earlier rounds needs. */
export interface HistoryOptions {
  /** `undefined`: it could not be told from the events' URL. */
  url: string | undefined;
  rounds: number;
  timeoutMs: number;
  request: Requester;
  view(): SessionView;
  /** Takes a page in. @returns whether it fitted */
  join(page: HistoryPage): boolean;
}

/** Loads earlier rounds. */
export interface History {
  loadEarlier(): Promise<boolean>;
  /** Lets a request go; its promise resolves with `false`. */
  close(): void;
}

/** Loads one page at a time: who asks while one is under way gets that one's promise. */
export function createHistory(options: HistoryOptions): History {
  const { url, rounds, timeoutMs, request, view, join } = options;
  let underway: { controller: AbortController; loaded: Promise<boolean> } | undefined;
  let closed = false;

  return {
    loadEarlier() {
      if (closed || view().firstMessageIndex === 0) return Promise.resolve(false);
      underway ??= start();
      return underway.loaded;
    },
    close() {
      closed = true;
      underway?.controller.abort();
    },
  };

  function start(): { controller: AbortController; loaded: Promise<boolean> } {
    const controller = new AbortController();
    const loaded = load(controller).finally(() => {
      underway = undefined;
    });
    return { controller, loaded };
  }

  async function load(controller: AbortController): Promise<boolean> {
    try {
      const page = await read(controller);
      return !closed && join(page);
    } catch (thrown) {
      // Leaving is no failure: nobody is there any more to handle one.
      if (closed) return false;
      throw asClientError(thrown);
    }
  }

  async function read(controller: AbortController): Promise<HistoryPage> {
    if (url === undefined) throw unknownUrl();
    const before = String(view().firstMessageIndex);
    const pageUrl = withQuery(url, { before, rounds: String(rounds) });
    const plan = { accept: 'application/json', controller, timeoutMs };
    const response = await request(pageUrl, plan);
    if (response.status !== 200) {
      discard(response);
      throw errorOfStatus(response.status) ?? notAPage(response.status);
    }
    const page = await bounded(
      response.json().catch(() => undefined),
      controller,
      timeoutMs,
    );
    if (!isPage(page)) throw notAPage(response.status);
    return page;
  }
}

function isPage(value: unknown): value is HistoryPage {
  if (!isObject(value)) return false;
  const { streamId, messages, tools, firstMessageIndex } = value;
  const isFilled = Array.isArray(messages) && Array.isArray(tools);
  return typeof streamId === 'string' && isFilled && isIndex(firstMessageIndex);
}

function unknownUrl(): LoopClientError {
  return new LoopClientError(
    'invalid-option',
    'The URL does not end in /events, so where the history is cannot be told from it. Set historyUrl.',
  );
}

function notAPage(status: number): LoopClientError {
  return new LoopClientError(
    'bad-data',
    `Expected a history page as JSON, got something else (status ${status}). Check historyUrl.`,
    { status },
  );
}
