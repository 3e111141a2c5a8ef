import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Nearer to the end than this, in pixels, the reader is at the end. */
const END_PX = 24;
/** Nearer to the beginning than this, going up, earlier rounds are asked for. */
const BEGINNING_PX = 400;

/** How the conversation's scrolling behaves. */
export interface Scroll {
  /** The element that scrolls. */
  box: RefObject<HTMLDivElement | null>;
  /** The element in it that grows. */
  content: RefObject<HTMLDivElement | null>;
  /** Whether the end is kept in sight. */
  isFollowing: boolean;
  onScroll: () => void;
  follow: () => void;
}

/**
 * Scrolls for the reader as little as possible: the end stays in sight while they are at the end,
 * and otherwise whatever they look at stays where it is, also when rounds come in above it or turn
 * out to be higher than they were taken for.
 *
 * @param first the first message that is shown: when it becomes an earlier one, content came in above.
 */
export function useScroll(first: number, onBeginning: () => void): Scroll {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  // Written by events and read by effects, so it must not wait for a render.
  const now = useRef({
    follows: true,
    top: 0,
    height: 0,
    /** What the reader looks at, and how far below the upper edge it is. */
    place: null as { element: Element; offset: number } | null,
  });

  const setFollows = useCallback((follows: boolean) => {
    now.current.follows = follows;
    setFollowing(follows);
  }, []);

  const remember = useCallback((element: Element): void => {
    const { current } = now;
    current.top = element.scrollTop;
    current.height = element.scrollHeight;
    current.place = current.follows ? null : placeIn(element);
  }, []);

  const settle = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const { follows, place, top } = now.current;
    if (follows) element.scrollTop = element.scrollHeight;
    else if (place?.element.isConnected) {
      // The reader may have scrolled on since, and the event for it is still to come.
      const scrolled = element.scrollTop - top;
      element.scrollTop += offsetOf(place.element, element) - place.offset + scrolled;
    }
    remember(element);
  }, []);

  useLayoutEffect(settle, [first]);

  // Everything else that changes heights: what streams, pictures, folds, a keyboard on a phone.
  // Observers are told before the frame is painted.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(settle);
    if (box.current) observer.observe(box.current);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [settle]);

  function onScroll(): void {
    const element = box.current;
    if (!element) return;
    const { follows, top, height } = now.current;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const toGo = scrollHeight - scrollTop - clientHeight;
    // Where the content has become shorter, it was not the reader who went up.
    const isUpwards = scrollTop < top && scrollHeight >= height;
    if (follows && isUpwards && toGo > 1) setFollows(false);
    else if (!follows && !isUpwards && toGo < END_PX) setFollows(true);
    remember(element);
    if (isUpwards && scrollTop < BEGINNING_PX) onBeginning();
  }

  function follow(): void {
    setFollows(true);
    settle();
  }

  return { box, content, isFollowing, onScroll, follow };
}

/** Below the upper edge, in pixels: what is there is what the reader looks at. */
const LOOKED_AT_PX = 8;

function placeIn(box: Element): { element: Element; offset: number } | null {
  const { left, top, width } = box.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + LOOKED_AT_PX);
  // The nearest one that stays the same element while its content grows. Above the first message
  // is only the way to the earlier ones, which come between the two.
  const element =
    found?.closest('.block, .tool, .user-text, .message') ?? box.querySelector('.message');
  return element && box.contains(element) ? { element, offset: offsetOf(element, box) } : null;
}

/** How far an element is below the upper edge of what scrolls. */
function offsetOf(element: Element, box: Element): number {
  return element.getBoundingClientRect().top - box.getBoundingClientRect().top;
}
