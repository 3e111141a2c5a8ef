import { traceSchema } from '@loop/events/trace';
import { foldOperations, type OperationNode } from '@loop/telemetry';
import { describe, expect, it } from 'vitest';
import { blocksUnder } from '../src/section.ts';
import { document, namesUnder } from './trace-format/document.ts';
import { recordExample } from './trace-format/recorded.ts';
import { findingsOf, itemsOf, listOf, segmentsIn } from './trace-format/segments.ts';

describe('the example', () => {
  const shown = blocksUnder(document, 'An example', 'text').map(({ text }) => text);
  const [told] = blocksUnder(document, 'An example', 'json');

  it('is what a recorder writes, byte by byte, but for the line that was torn', async () => {
    const [crashed, closed] = await recordExample();
    const [first, second] = shown.flatMap(segmentsIn);
    expect(second).toEqual(closed);
    expect(first?.name).toBe(crashed?.name);
    const whole = first?.text.slice(0, first.text.lastIndexOf('\n') + 1);
    expect(whole).toBe(crashed?.text);
    expect(first?.text.slice(whole?.length)).toMatch(/^\{"v":1,"seq":4,/);
  });

  it('is told by a reader as the document says', async () => {
    const items = await listOf(itemsOf(shown.join('\n')));
    const { roots } = await foldOperations(items, { schema: traceSchema });
    const operations = roots.flatMap(withChildren);
    const findings = await findingsOf(items);
    expect({ ...findings, operations }).toEqual({
      ...(JSON.parse(told?.text ?? '') as object),
      operations: (JSON.parse(told?.text ?? '') as { operations: object[] }).operations.map(
        (operation) => expect.objectContaining(operation),
      ),
    });
  });

  it('has the fields that the tables name, in their order', async () => {
    const names = fieldTables();
    const lines = shown.flatMap(segmentsIn).flatMap(({ text }) => text.split('\n').flatMap(parsed));
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      const known = names[typeof line['kind'] === 'string' ? line['kind'] : 'record'] ?? [];
      const fields = Object.keys(line).filter((field) => field !== 'v');
      expect(fields).toEqual(known.filter((field) => fields.includes(field)));
    }
  });
});

function withChildren(node: OperationNode): OperationNode[] {
  return [node, ...node.children.flatMap(withChildren)];
}

function parsed(line: string): Record<string, unknown>[] {
  try {
    return [JSON.parse(line) as Record<string, unknown>];
  } catch {
    return [];
  }
}

/** By kind of line. A cell may name several fields. */
function fieldTables(): Record<string, string[]> {
  const cells = namesUnder('Lines').map((cell) => cell.split(', '));
  const starts = cells.flatMap(([first], at) => (first === 'kind' ? [at] : []));
  const [segment = 0, gap = 0, end = 0] = starts;
  return {
    record: cells.slice(1, segment).flat(),
    segment: cells.slice(segment, gap).flat(),
    gap: cells.slice(gap, end).flat(),
    end: cells.slice(end).flat(),
  };
}
