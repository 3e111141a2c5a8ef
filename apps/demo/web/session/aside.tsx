import type { ComponentChildren, VNode } from 'preact';

/** Something that belongs to the conversation, and that few want to read: folded until they do. */
export function Aside({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <details class="aside">
      <summary>
        <bdi>{title}</bdi>
      </summary>
      {children}
    </details>
  );
}
