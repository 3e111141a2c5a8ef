import { useEffect, useState } from 'preact/hooks';

/** How the inspector stands. It is remembered in this browser. */
export interface InspectorPlace {
  isOpen: boolean;
  /** What it takes of the room, in percent. */
  share: number;
}

/** Below and above these nothing useful is left of one of the two. */
export const MIN_SHARE = 20;
export const MAX_SHARE = 70;

const KEY = 'loop.inspector';
const INITIAL: InspectorPlace = { isOpen: false, share: 40 };

/** The inspector's place, and the way to change it. */
export function useInspector(): [InspectorPlace, (change: Partial<InspectorPlace>) => void] {
  const [place, setPlace] = useState(read);
  useEffect(() => write(place), [place]);
  return [place, (change) => setPlace((before) => ({ ...before, ...change }))];
}

/** A share within the limits, as a whole number. */
export function clampShare(share: number): number {
  return Math.round(Math.min(MAX_SHARE, Math.max(MIN_SHARE, share)));
}

/** Whatever was stored, by whatever version: what cannot be used is the initial place. */
function read(): InspectorPlace {
  try {
    const { isOpen, share } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as InspectorPlace;
    return { isOpen: isOpen === true, share: clampShare(Number(share) || INITIAL.share) };
  } catch {
    return INITIAL;
  }
}

function write(place: InspectorPlace): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(place));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}
