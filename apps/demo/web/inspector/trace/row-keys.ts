import type { Row } from './rows.js';

/** What a key does at a row of a tree: go to another one, fold or unfold it, or choose it. */
export function rowAfter(
  key: string,
  rows: readonly Row[],
  at: number,
): Row | 'fold' | 'select' | undefined {
  const row = rows[at];
  switch (key) {
    case 'ArrowDown':
      return rows[at + 1] ?? row;
    case 'ArrowUp':
      return rows[at - 1] ?? row;
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    case 'ArrowRight':
      if (row?.isExpanded === false) return 'fold';
      return row?.isExpanded ? (rows[at + 1] ?? row) : row;
    case 'ArrowLeft':
      if (row?.isExpanded) return 'fold';
      return rows.find(({ operation }) => operation.id === row?.parentId) ?? row;
    case 'Enter':
    case ' ':
      return 'select';
    default:
      return undefined;
  }
}
