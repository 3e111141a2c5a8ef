import type { VNode } from 'preact';
import type { Kind, Mark } from './marks.js';

const KINDS: Readonly<Record<Kind, string>> = {
  run: 'M6 4.5v11l9-5.5z',
  model: 'M10 3.5l1.8 4.7 4.7 1.8-4.7 1.8L10 16.5l-1.8-4.7L3.5 10l4.7-1.8z',
  tool: 'M4 5h12v10H4zM7 8.5l2 1.75L7 12M10.5 12.5H13',
  approval: 'M7 5v10M13 5v10',
  compaction: 'M4 4.5h12M4 15.5h12M10 7v6M8 9l2-2 2 2M8 11l2 2 2-2',
  other: 'M6.5 6.5h7v7h-7z',
};

const MARKS: Readonly<Record<Mark['word'], string>> = {
  ok: 'm4.5 10.5 3.5 3.5 7.5-8',
  failed: 'm5.5 5.5 9 9m0-9-9 9',
  cancelled: 'M4 10a6 6 0 1 0 12 0a6 6 0 1 0-12 0M5.8 5.8l8.4 8.4',
  denied: 'M5.5 10h9',
  ended: 'M9.5 10h1',
  'still open': 'M4 10h.01M10 10h.01M16 10h.01',
  'cut off': 'M4 10h8M14.5 5v10',
  crashed: 'M11.5 3 6 11h7l-4.5 6',
  'end lost': 'M7 7.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M10 16h.01',
  'no end': 'M4 10h6M13 10h.01M16 10h.01',
};

const FOLDED = 'm7.5 5 5 5-5 5';
const UNFOLDED = 'm5 7.5 5 5 5-5';

/** Tells kinds of operations apart, beside their names and colours. */
export const KindIcon = ({ kind }: { kind: Kind }): VNode => <Drawing path={KINDS[kind]} />;

/** Tells outcomes apart, beside their words and colours. */
export const MarkIcon = ({ mark }: { mark: Mark }): VNode => <Drawing path={MARKS[mark.word]} />;

/** Whether what lies in an operation is shown. */
export const FoldIcon = ({ isExpanded }: { isExpanded: boolean }): VNode => (
  <Drawing path={isExpanded ? UNFOLDED : FOLDED} />
);

function Drawing({ path }: { path: string }): VNode {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
