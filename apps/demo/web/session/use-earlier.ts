import type { AttendedSession } from './attended-session.js';
import { useCallback, useRef, useState } from 'preact/hooks';

/** How loading earlier rounds stands. */
export interface EarlierState {
  isLoading: boolean;
  failure: string | undefined;
  load(): void;
}

/** Loads earlier rounds of a session when asked to. */
export function useEarlier(store: AttendedSession): EarlierState {
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const underway = useRef(false);

  const load = useCallback(() => {
    if (underway.current) return;
    underway.current = true;
    setLoading(true);
    store
      .loadEarlier()
      .then(
        () => setFailure(undefined),
        () => setFailure('The earlier rounds could not be loaded.'),
      )
      .finally(() => {
        underway.current = false;
        setLoading(false);
      });
  }, [store]);

  return { isLoading, failure, load };
}
