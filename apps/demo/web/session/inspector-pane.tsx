import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { SplitHandle } from './split-handle.js';

interface InspectorPaneProps {
  id: string;
  share: number;
  onShare: (share: number) => void;
  /** It is left with Escape. */
  onLeave: () => void;
  children: ComponentChildren;
}

/** The inspector's room: beside the conversation where there is width for it, below it elsewhere. */
export function InspectorPane({
  id,
  share,
  onShare,
  onLeave,
  children,
}: InspectorPaneProps): VNode {
  const pane = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = pane;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus();
    };
  }, [id]);

  return (
    <aside
      class="inspector-pane"
      id={id}
      ref={pane}
      aria-label="Inspector"
      style={{ flexBasis: `${share}%` }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onLeave();
      }}
    >
      <SplitHandle share={share} onShare={onShare} controls={id} />
      <div class="inspector-content">{children}</div>
    </aside>
  );
}
