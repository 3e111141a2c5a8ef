import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Gives the focus to an element that the next drawing brings back: with that drawing, as a moment later
 * somebody may have moved on already.
 *
 * @returns to be called along with the change of state.
 */
export function useFocusNext(target: RefObject<HTMLElement | null>): () => void {
  const isDue = useRef(false);
  useLayoutEffect(() => {
    if (!isDue.current || !target.current) return;
    isDue.current = false;
    target.current.focus();
  });
  return () => void (isDue.current = true);
}
