import { notSaved } from '../http/api-error.js';
import type { SessionFacts } from './session-facts.js';

/** A session's facts, and the ways they change. */
export interface KeptFacts {
  /** As they are. */
  readonly current: SessionFacts;
  /** As the next save writes them. */
  readonly toWrite: SessionFacts;
  /** Changes them at once; the session is saved sooner or later. */
  set(change: Partial<SessionFacts>): void;
  /**
   * Changes them as soon as the change is on disk, one change after the other.
   *
   * @throws ApiError (rejects) where it could not be saved: then nothing has changed.
   */
  keep(change: Partial<SessionFacts>): Promise<void>;
}

/** @param save saves {@link KeptFacts.toWrite}; `false` where that failed. */
export function createKeptFacts(initial: SessionFacts, save: () => Promise<boolean>): KeptFacts {
  let current = initial;
  let underWay: Partial<SessionFacts> = {};
  let lastTurn: Promise<void> = Promise.resolve();

  return {
    get current() {
      return current;
    },
    get toWrite() {
      return { ...current, ...underWay };
    },
    set(change) {
      current = { ...current, ...change };
    },
    keep(change) {
      const turn = lastTurn.then(() => keepNow(change));
      lastTurn = turn.catch(() => {});
      return turn;
    },
  };

  async function keepNow(change: Partial<SessionFacts>): Promise<void> {
    underWay = change;
    const isSaved = await save();
    underWay = {};
    if (!isSaved) throw notSaved();
    current = { ...current, ...change };
  }
}
