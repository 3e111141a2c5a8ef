import { isObject } from '../decode/json.js';
import type { LocksLike } from './sharing-platform.js';

/** What a candidate is told. Nothing after it has withdrawn. */
export interface CandidateOptions {
  locks: LocksLike;
  /** Who uses the same name is elected from among each other. */
  name: string;
  onElected(): void;
  /** Somebody took over. The candidate stands again by itself. */
  onDeposed(): void;
  /** The platform refuses locks here. That is the end of the candidacy. */
  onRefused(): void;
}

/** One tab's wish to lead. */
export interface Candidate {
  /** Leads now, whoever does: for a leader that does not answer. */
  takeOver(): void;
  /** Gives up the lead, or the wish for it. Idempotent. */
  withdraw(): void;
}

/**
 * Elects by a lock, which the platform hands on when its holder leaves, crashes or is discarded.
 * Whoever waits longest is next.
 */
export function standForElection(options: CandidateOptions): Candidate {
  const { locks, name, onElected, onDeposed, onRefused } = options;
  let queueing = new AbortController();
  let resign: (() => void) | undefined;
  let takingOver = false;
  let withdrawn = false;
  queue();

  return {
    takeOver() {
      if (withdrawn || resign || takingOver) return;
      takingOver = true;
      queueing.abort();
      void stand({ steal: true });
    },
    withdraw() {
      withdrawn = true;
      queueing.abort();
      resign?.();
    },
  };

  function queue(): void {
    queueing = new AbortController();
    void stand({ signal: queueing.signal });
  }

  async function stand(how: { signal?: AbortSignal; steal?: boolean }): Promise<void> {
    let hasLed = false;
    let isOver = false;
    const hold = (): Promise<void> | undefined => {
      if (isOver || withdrawn || how.signal?.aborted) return undefined;
      hasLed = true;
      return lead();
    };
    try {
      // Chromium does not notice when the first request of a page is aborted before it has found
      // out whether there are locks at all. Such a request waits on, also for a page that was put
      // away since, and then nobody leads.
      await locks.query();
      if (withdrawn || how.signal?.aborted) return;
      await locks.request(name, how, hold);
    } catch (error) {
      isOver = true;
      if (how.steal) takingOver = false;
      if (withdrawn) return;
      if (hasLed) deposed();
      else if (!how.signal?.aborted) passedOver(error);
    }
  }

  function lead(): Promise<void> {
    takingOver = false;
    return new Promise((resolve) => {
      resign = resolve;
      onElected();
    });
  }

  function deposed(): void {
    resign = undefined;
    onDeposed();
    queue();
  }

  /** Taken over by another before it began, or not allowed to begin at all. */
  function passedOver(error: unknown): void {
    if (isAbort(error)) queue();
    else onRefused();
  }
}

function isAbort(error: unknown): boolean {
  return isObject(error) && error['name'] === 'AbortError';
}
