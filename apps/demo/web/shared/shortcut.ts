import { useEffect, useRef } from 'preact/hooks';

/**
 * Calls `run` for Alt and a letter, wherever the focus is, for as long as it is active. Shift is
 * left to `run`: it makes a shortcut go the other way.
 */
export function useShortcut(
  letter: string,
  run: (event: KeyboardEvent) => void,
  isActive: boolean,
): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!isActive) return;
    const onKey = (event: KeyboardEvent): void => {
      if (!isShortcut(event, letter)) return;
      event.preventDefault();
      latest.current(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [letter, isActive]);
}

/** With Option, a Mac's key writes another sign: the place of the key counts, too. */
function isShortcut(
  { altKey, ctrlKey, metaKey, key, code }: KeyboardEvent,
  letter: string,
): boolean {
  const isLetter = key.toUpperCase() === letter || code === `Key${letter}`;
  return altKey && !ctrlKey && !metaKey && isLetter;
}
