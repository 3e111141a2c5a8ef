import { callSafely } from './platform/call-safely.js';
import { createTurn } from './platform/turn.js';

/** Something that can be read and watched. Fits React's `useSyncExternalStore`, signals, stores. */
export interface ReadonlyStore<State> {
  /**
   * Calls `listener` after changes, at most once a frame. The way out is idempotent; what a
   * listener throws is reported and stops nothing.
   */
  subscribe(listener: () => void): () => void;
  /** The current state: the same object until something changed. */
  getSnapshot(): State;
}

/** The writing side of a {@link ReadonlyStore}. */
export interface Store<State> extends ReadonlyStore<State> {
  /** The state is another one now. */
  changed(): void;
  /** No listener is called any more. */
  silence(): void;
}

/** Makes a store over a state that `build` puts together when it is asked for, not at each change. */
export function createStore<State>(build: () => State): Store<State> {
  // A listener that subscribes twice is called twice, and leaves one at a time.
  const entries = new Set<{ listener: () => void }>();
  let snapshot: State | undefined;
  let silent = false;
  const turn = createTurn(callListeners);

  return {
    subscribe(listener) {
      const entry = { listener };
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
    getSnapshot() {
      snapshot ??= build();
      return snapshot;
    },
    changed() {
      snapshot = undefined;
      if (!silent && entries.size > 0) turn.request();
    },
    silence() {
      silent = true;
      turn.cancel();
    },
  };

  function callListeners(): void {
    for (const entry of Array.from(entries)) {
      if (silent) return;
      if (entries.has(entry)) callSafely(entry.listener);
    }
  }
}
