import { useEffect, useState } from 'preact/hooks';

/** Code as HTML that is safe to show; `undefined` where it stays as it is. */
export type Highlight = (code: string, language: string | undefined) => string | undefined;

let loaded: Highlight | undefined;

/** Colours code, once it is loaded: with the first code that somebody sees. */
export function useHighlighter(isWanted: boolean): Highlight | undefined {
  const [, setThere] = useState(loaded !== undefined);
  useEffect(() => {
    if (!isWanted || loaded) return;
    let isMounted = true;
    import('./highlighter.js').then(
      ({ highlight }) => {
        loaded = highlight;
        if (isMounted) setThere(true);
      },
      // Without colours it can be read just the same.
      () => {},
    );
    return () => void (isMounted = false);
  }, [isWanted]);
  return isWanted ? loaded : undefined;
}
