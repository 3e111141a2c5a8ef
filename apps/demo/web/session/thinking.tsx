import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { BoundedText } from '../code/bounded-text.js';
import { ChevronIcon } from '../shared/icons.js';

interface ThinkingProps {
  text: string;
  isLive: boolean;
}

/**
 * What a model thought. A few lines are always in sight and never more until somebody asks for
 * them: so nothing folds up, and nothing jumps, when it is complete.
 */
export function Thinking({ text, isLive }: ThinkingProps): VNode {
  const [isWhole, setWhole] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isLive && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text, isLive]);

  return (
    <div class="thinking" data-whole={isWhole}>
      <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        <ChevronIcon />
        Thinking
      </button>
      <div class="thinking-text" ref={box} dir="auto">
        <BoundedText text={text} />
      </div>
    </div>
  );
}
