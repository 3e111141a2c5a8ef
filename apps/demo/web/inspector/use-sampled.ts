import type { ReadonlyStore } from '@loop/sse-client';
import { useEffect, useState } from 'preact/hooks';

/**
 * The state of a store, looked at some time after it has changed: for what is read rather than
 * followed, and too much to be drawn with each frame.
 */
export function useSampled<State extends object>(
  store: ReadonlyStore<State>,
  delayMs: number,
): State {
  const [state, setState] = useState<State>(store.getSnapshot);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      timer = undefined;
      setState(store.getSnapshot());
    };
    const leave = store.subscribe(() => (timer ??= setTimeout(look, delayMs)));
    look();
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [store, delayMs]);
  return state;
}
