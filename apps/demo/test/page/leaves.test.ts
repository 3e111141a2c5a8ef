import { describe, expect, it } from 'vitest';
import { createLeafMaker } from '../../web/session/leaves.js';
import type { Row } from '../../web/session/rows.js';

function row(messageIndex: number): Row {
  return { entry: { messageIndex } } as Row;
}

function rowsFrom(first: number, end: number): Row[] {
  return Array.from({ length: end - first }, (_, position) => row(first + position));
}

describe('leaves', () => {
  it('hold every row, in order', () => {
    const rows = rowsFrom(7, 130);
    const leaves = createLeafMaker()(rows);
    expect(leaves.flatMap((leaf) => leaf.rows)).toEqual(rows);
    expect(Math.max(...leaves.map((leaf) => leaf.rows.length))).toBe(20);
  });

  it('stay the same ones where nothing changed, also when rows come in above them', () => {
    const make = createLeafMaker();
    const rows = rowsFrom(50, 100);
    const before = make(rows);
    const changed = [...rows.slice(0, -1), row(99)];
    const after = make([...rowsFrom(0, 50), ...changed]);
    expect(after.at(-2)).toBe(before.at(-2));
    expect(after.at(-1)).not.toBe(before.at(-1));
  });
});
