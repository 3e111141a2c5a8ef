import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { BoundedText } from '../code/bounded-text.js';
import { terminalText } from '../shared/visible.js';
import type { Content } from './content.js';

interface OutputProps {
  content: Content;
  /** More may come: the end stays in sight. */
  isLive: boolean;
  label: string;
  /** Of code, where it is known. */
  language?: string | undefined;
}

/** What a tool has shown, in a box of bounded height. */
export function Output({ content, isLive, label, language }: OutputProps): VNode | null {
  const { text, images } = content;
  const shown = useMemo(() => terminalText(text), [text]);
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
          <BoundedText text={shown} language={isLive ? undefined : language} />
        </pre>
      )}
      {images.map((source) => (
        <img key={source} class="picture" src={source} alt={label} />
      ))}
    </>
  );
}
