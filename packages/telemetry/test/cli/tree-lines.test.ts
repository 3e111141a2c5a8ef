import { describe, expect, test } from 'vitest';
import { plain } from '../../src/cli/output.js';
import { bar } from '../../src/cli/show/bar.js';
import { treeLines } from '../../src/cli/show/tree-lines.js';
import { widthOf } from '../../src/cli/text.js';
import type { Problem } from '../../src/read/problem.js';
import { made, type Plan } from '../export/make.js';

function lines(plans: readonly Plan[], problems: Problem[] = [], width = 80): string[] {
  const { tree, places } = made(plans);
  return [...treeLines({ tree, places, problems, width })].map((line) => plain(line).trimEnd());
}

describe('a tree', () => {
  test('has a mark of its own for each kind of missing end', () => {
    const { tree, places } = made(['a', 'b', 'c', 'd'].map((id, start) => ({ id, start })));
    const kinds = ['open', 'crashed', 'lost', 'closed'] as const;
    for (const [index, root] of tree.roots.entries()) root.missing = kinds[index] ?? 'open';
    const shown = [...treeLines({ tree, places, problems: [], width: 80 })].map(plain);
    expect(shown[0]).toContain('▸ still open');
    expect(shown[1]).toContain('† crashed');
    expect(shown[2]).toContain('? end lost');
    expect(shown[3]).toContain('⊣ cut off');
    for (const line of shown) expect(line).not.toMatch(/ok|█/);
  });

  test('puts what has lost its parent below a line that says so', () => {
    const shown = lines([
      { id: 'stray', name: 'stray', start: 0, took: 5, isParentMissing: true },
      { id: 'run', name: 'run', start: 5, took: 5 },
    ]);
    expect(shown[0]).toMatch(/^run r1/);
    expect(shown[1]).toBe('(parent not recorded)');
    expect(shown[2]).toMatch(/^stray/);
  });

  test('shows a break in time between what was before and after it', () => {
    const { tree, places } = made([
      { id: 'a', name: 'before', start: 0, took: 5 },
      { id: 'b', name: 'after', start: 9, took: 5 },
    ]);
    const toSeq = tree.roots[1]?.started?.seq ?? 0;
    const problem = { kind: 'suspended', toSeq, message: 'The machine slept.' } as const;
    const shown = [...treeLines({ tree, places, problems: [problem], width: 80 })].map(plain);
    expect(shown.map((line) => line.split(' ')[0])).toEqual(['before', '──', 'after']);
    expect(shown[1]).toContain('The machine slept.');
  });

  test('an orphan tells how it ended, and no duration that nobody measured', () => {
    const [line] = lines([{ id: 'a', start: 9, took: 0, isOrphan: true, outcome: 'error' }]);
    expect(line).toMatch(/✗ failed/);
    expect(line).not.toMatch(/\d ms/);
  });

  test('keeps to its width however deep it is', () => {
    const deep = Array.from({ length: 300 }, (_, index) => ({
      ...{ id: `op${index}`, start: index, took: 1000 - 2 * index, parent: index - 1 },
      name: 'a.very.long.name.of.an.operation.that.goes.on',
    }));
    for (const width of [72, 80, 120])
      for (const line of lines(deep, [], width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
    expect(lines(deep).at(-1)).toMatch(/^ +299 a\.very/);
  });
});

describe('a bar', () => {
  const whole = { start: 0, end: 100 };
  test.each([
    [{ start: 0, end: 100 }, '██████████'],
    [{ start: 50, end: 100 }, '     █████'],
    [{ start: 20, end: 20 }, '  █       '],
    [{ start: 100, end: 100 }, '         █'],
    [{ start: 90, end: 500 }, '         █'],
    [{ start: -50, end: 10 }, '█         '],
    [{ start: 70, end: undefined }, '       ░░░'],
  ])('%o', (part, expected) => {
    expect(bar(part, whole, 10)).toBe(expected);
    expect(bar(part, { start: 5, end: 5 }, 10)).toHaveLength(10);
  });
});
