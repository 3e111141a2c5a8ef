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
 * and otherwise whatever they look at stays where it is.
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
    first,
    anchorTop: 0,
    anchored: null as Element | null,
  });

  const setFollows = useCallback((follows: boolean) => {
    now.current.follows = follows;
    setFollowing(follows);
  }, []);

  const remember = ({ scrollTop, scrollHeight }: Element): void => {
    now.current.top = scrollTop;
    now.current.height = scrollHeight;
  };

  const toEnd = useCallback(() => {
    const element = box.current;
    if (!element || !now.current.follows) return;
    element.scrollTop = element.scrollHeight;
    remember(element);
  }, []);

  useLayoutEffect(() => {
    const { current } = now;
    const element = box.current;
    const { anchored } = current;
    if (element && first < current.first && !current.follows && anchored?.isConnected) {
      element.scrollTop += topOf(anchored) - current.anchorTop;
    }
    toEnd();
    current.first = first;
    current.anchored = content.current?.querySelector('.message') ?? null;
    current.anchorTop = current.anchored ? topOf(current.anchored) : 0;
    if (element) remember(element);
  });

  // What renders nothing here still changes heights: pictures, folds, a keyboard on a phone.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(toEnd);
    if (box.current) observer.observe(box.current);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [toEnd]);

  function onScroll(): void {
    const element = box.current;
    if (!element) return;
    const { current } = now;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const toGo = scrollHeight - scrollTop - clientHeight;
    // Where the content has become shorter, it was not the reader who went up.
    const isUpwards = scrollTop < current.top && scrollHeight >= current.height;
    current.top = scrollTop;
    current.height = scrollHeight;
    if (current.follows && isUpwards && toGo > 1) setFollows(false);
    else if (!current.follows && !isUpwards && toGo < END_PX) setFollows(true);
    if (isUpwards && scrollTop < BEGINNING_PX) onBeginning();
  }

  function follow(): void {
    setFollows(true);
    toEnd();
  }

  return { box, content, isFollowing, onScroll, follow };
}

/** Where an element is in what scrolls, whatever part of that is in sight. */
function topOf(element: Element): number {
  return element instanceof HTMLElement ? element.offsetTop : 0;
}
