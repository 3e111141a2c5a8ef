import type { ReadonlyStore } from '@loop/sse-client';
import { useLayoutEffect, useState } from 'preact/hooks';

/** The current state of a store. The component renders when it changes. */
export function useStore<State extends object>(store: ReadonlyStore<State>): State {
  const [state, setState] = useState<State>(store.getSnapshot);
  useLayoutEffect(() => {
    const read = (): void => setState(store.getSnapshot());
    const leave = store.subscribe(read);
    // It may have changed between the first look and now.
    read();
    return leave;
  }, [store]);
  return state;
}
