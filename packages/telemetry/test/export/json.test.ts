import { describe, expect, test } from 'vitest';
import { exportJson, operationList } from '../../src/export/json.js';
import { joined, made, ORIGIN } from './make.js';

const schema = {
  events: new Map([['step.completed', { name: '', description: '', metadata: ['size'] }]]),
  aliases: new Map(),
};

describe('a recording as JSON', () => {
  test('holds every record in its order, and what was wrong', async () => {
    const { items } = made([{ id: 'a', start: 0, took: 5, data: { size: 3, text: 'private' } }], 1);
    const problem = { kind: 'torn-tail' as const, message: 'The last line is cut.' };
    const text = await joined(exportJson([...items, { type: 'problem', problem }], { schema }));
    const document = JSON.parse(text) as { records: { name: string; data: object }[] };
    expect(document).toMatchObject({
      format: 'loop.trace.records',
      version: 1,
      problems: [problem],
    });
    expect(document.records.map(({ name }) => name)).toEqual([
      'step.started',
      'step.completed',
      'session.noted',
    ]);
    expect(document.records.map(({ data }) => data)).toEqual([{}, { size: 3 }, {}]);
    expect(await joined(exportJson(items, { content: true }))).toContain('private');
  });

  test('of nothing is a document too', async () => {
    expect(JSON.parse(await joined(exportJson([])))).toMatchObject({ records: [], problems: [] });
  });
});

describe('operations as a list', () => {
  test('parents come before children, with their depth', () => {
    const { tree, places } = made([
      { id: 'run', name: 'run', start: 0, took: 1000 },
      { id: 'open', start: 10, parent: 0, points: 1 },
      { id: 'later', start: 2000, took: 10 },
    ]);
    expect([...operationList(tree, places, {})]).toMatchObject([
      { name: 'run', depth: 0, status: 'complete', startedAt: ORIGIN / 1000, durationMs: 1 },
      { operationId: 'open', depth: 1, status: 'incomplete', missing: 'crashed' },
      { operationId: 'later', depth: 0 },
    ]);
  });

  test('a chain of parents may be longer than anything nests', () => {
    const length = 20_000;
    const { tree, places } = made(
      Array.from({ length }, (_, index) => ({ id: `op${index}`, start: index, parent: index - 1 })),
    );
    expect([...operationList(tree, places, {})].at(-1)?.depth).toBe(length - 1);
  });
});
