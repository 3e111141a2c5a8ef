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
    if (isLive && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text, isLive]);

  if (text === '' && images.length === 0) return null;
  return (
    <>
      {text !== '' && (
        <pre class="output" ref={box} tabIndex={0} role="region" aria-label={label} dir="auto">
          {text}
        </pre>
      )}
      {images.map((source) => (
        <img key={source} class="picture" src={source} alt={label} />
      ))}
    </>
  );
}
