import './tree.css';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { memo } from '../shared/memo.js';
import { formatCount } from './format.js';
import { literal } from './literal.js';

interface TreeProps {
  name: string;
  value: unknown;
  /** Whether it begins unfolded. @default false */
  isOpen?: boolean;
}

/** Entries that are shown at a time. */
const MAX_ENTRIES = 50;
/** Letters of a text that are shown at first, and after all. Whoever wants more copies it. */
const MAX_LETTERS = 160;
const MAX_UNFOLDED_LETTERS = 20_000;

/** A value under its name. What is folded is not drawn, and what has not changed is not drawn anew. */
export const Tree = memo<TreeProps>(({ name, value, isOpen = false }: TreeProps): VNode => {
  if (typeof value === 'object' && value !== null) {
    return <Branch name={name} value={value} isOpen={isOpen} />;
  }
  return (
    <p class="tree-leaf">
      <Key name={name} />
      <Leaf value={value} />
    </p>
  );
});

function Branch({ name, value, isOpen }: { name: string; value: object; isOpen: boolean }): VNode {
  const [isUnfolded, setUnfolded] = useState(isOpen);
  const [shown, setShown] = useState(MAX_ENTRIES);
  const entries = Object.entries(value);
  const rest = entries.length - shown;
  return (
    <details
      class="tree-branch"
      open={isUnfolded}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
    >
      <summary>
        <Key name={name} />
        <span class="tree-size">{sizeOf(value, entries.length)}</span>
      </summary>
      {isUnfolded &&
        entries.slice(0, shown).map(([key, entry]) => <Tree key={key} name={key} value={entry} />)}
      {isUnfolded && rest > 0 && (
        <button type="button" onClick={() => setShown(shown + MAX_ENTRIES)}>
          {`${formatCount(Math.min(rest, MAX_ENTRIES))} more of ${formatCount(rest)}`}
        </button>
      )}
    </details>
  );
}

function Key({ name }: { name: string }): VNode {
  return <span>{`${literal(name).slice(1, -1)}: `}</span>;
}

function Leaf({ value }: { value: unknown }): VNode {
  const [limit, setLimit] = useState(MAX_LETTERS);
  if (typeof value !== 'string') return <span class="tree-value">{literal(value)}</span>;
  const rest = value.length - limit;
  return (
    <span class="tree-value" data-type="text">
      {literal(value.slice(0, limit))}
      {rest > 0 && ` … ${formatCount(rest)} more `}
      {rest > 0 && limit === MAX_LETTERS && (
        <button type="button" onClick={() => setLimit(MAX_UNFOLDED_LETTERS)}>
          Show
        </button>
      )}
    </span>
  );
}

function sizeOf(value: object, count: number): string {
  return Array.isArray(value) ? `[${formatCount(count)}]` : `{${formatCount(count)}}`;
}
