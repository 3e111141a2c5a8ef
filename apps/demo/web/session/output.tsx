import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Content } from './content.js';

interface OutputProps {
  content: Content;
  /** More may come: the end stays in sight. */
  isLive: boolean;
  label: string;
}

/** What a tool has shown, in a box of bounded height. */
export function Output({ content, isLive, label }: OutputProps): VNode | null {
  const { text, images } = content;
  const box = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    if (isLive) current.scrollTop = current.scrollHeight;
    // Only what scrolls needs to be reached by the keyboard.
    const isCut = current.scrollHeight > current.clientHeight;
    current.tabIndex = isCut || current.scrollWidth > current.clientWidth ? 0 : -1;
  }, [text, isLive]);

  if (text === '' && images.length === 0) return null;
  return (
    <>
      {text !== '' && (
        <pre class="output" ref={box} role="group" aria-label={label} dir="auto">
          {text}
        </pre>
      )}
      {images.map((source) => (
        <img key={source} class="picture" src={source} alt={label} />
      ))}
    </>
  );
}
