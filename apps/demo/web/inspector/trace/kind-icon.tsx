import type { VNode } from 'preact';
import type { Kind } from './marks.js';

const PATHS: Readonly<Record<Kind, string>> = {
  run: 'M6 4.5v11l9-5.5z',
  model: 'M10 3.5l1.8 4.7 4.7 1.8-4.7 1.8L10 16.5l-1.8-4.7L3.5 10l4.7-1.8z',
  tool: 'M4 5h12v10H4zM7 8.5l2 1.75L7 12M10.5 12.5H13',
  approval: 'M7 5v10M13 5v10',
  compaction: 'M4 4.5h12M4 15.5h12M10 7v6M8 9l2-2 2 2M8 11l2 2 2-2',
  other: 'M6.5 6.5h7v7h-7z',
};

/** Tells kinds of operations apart beside their names and colours. */
export function KindIcon({ kind }: { kind: Kind }): VNode {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[kind]} />
    </svg>
  );
}
