import type { Row } from './rows.js';

/** Rows that are laid out together, or not at all while they are out of sight. */
export interface Leaf {
  /** The same for the same messages, whatever is loaded above them. */
  key: number;
  rows: readonly Row[];
}

/** Messages in a leaf: few enough to be laid out in no time, so many that leaves are few. */
const MESSAGES = 20;

/** Puts rows into leaves; keeps those of the call before in which nothing changed. */
export function createLeafMaker(): (rows: readonly Row[]) => readonly Leaf[] {
  let made = new Map<number, Leaf>();

  return (rows) => {
    const next = new Map<number, Leaf>();
    for (const [key, own] of grouped(rows)) {
      const before = made.get(key);
      next.set(key, before && sameRows(before.rows, own) ? before : { key, rows: own });
    }
    made = next;
    return [...next.values()];
  };
}

function grouped(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const key = Math.floor(row.entry.messageIndex / MESSAGES);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

function sameRows(a: readonly Row[], b: readonly Row[]): boolean {
  return a.length === b.length && a.every((row, position) => row === b[position]);
}
