import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { traceSchema } from '@loop/events/trace';
import { foldOperations, isDamage, isLoss } from '@loop/telemetry';
import type { GapReason, OmissionReason, OperationNode, ProblemKind } from '@loop/telemetry';
import { openRecording } from '@loop/telemetry/node';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../src/documents.ts';
import { blocksUnder, rowsUnder } from '../src/section.ts';
import { recordExample } from './trace-format/recorded.ts';
import { findingsOf, itemsOf, segmentsIn, type Findings } from './trace-format/segments.ts';

const document = readDocument('TRACE-FORMAT.md');

/** The first cells of the table under a heading, without their marks. */
function namesUnder(heading: string, cell = 0): string[] {
  return rowsUnder(document, heading).map((row) => (row[cell] ?? '').replaceAll('`', ''));
}

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

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
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

describe('damage', () => {
  const shown = blocksUnder(document, 'Damage', 'text').map(({ text }) => text);
  const told = blocksUnder(document, 'Damage', 'json').map(({ text }) => text);

  it.each(shown.map((block, at) => [at + 1, block, told[at] ?? '']))(
    'example %i is read as the document says',
    async (_, block, findings) => {
      expect(await findingsOf(itemsOf(block))).toEqual(JSON.parse(findings) as Findings);
    },
  );

  it('every example has its findings', () => {
    expect(shown.length).toBeGreaterThan(5);
    expect(told).toHaveLength(shown.length);
  });

  it('of every kind is in the table, and what counts as damage is what the document says', () => {
    const kinds: Record<ProblemKind, 'tail' | 'note' | 'damage'> = {
      'torn-tail': 'tail',
      'invalid-json': 'damage',
      'invalid-utf8': 'damage',
      'nul-fill': 'damage',
      'oversized-line': 'damage',
      'not-an-envelope': 'damage',
      'unsupported-version': 'damage',
      'unsupported-segment': 'damage',
      'duplicate-event': 'damage',
      'duplicate-seq': 'damage',
      gap: 'damage',
      unclean: 'note',
      'missing-segment': 'damage',
      'clock-backwards': 'note',
      suspended: 'note',
      'concurrent-writers': 'note',
      unreadable: 'damage',
    };
    expect(namesUnder('Damage')).toEqual(Object.keys(kinds));
    const notes = document.prose.find(({ text }) => text.includes(' are notes:'))?.text ?? '';
    for (const [kind, meaning] of Object.entries(kinds)) {
      const problem = { kind: kind as ProblemKind, message: '' };
      expect([kind, isLoss(problem), isDamage(problem)]).toEqual([
        kind,
        meaning !== 'note',
        meaning === 'damage',
      ]);
      const before = notes.slice(0, notes.indexOf(' are notes:'));
      expect([kind, before.includes(`\`${kind}\``)]).toEqual([kind, meaning === 'note']);
    }
  });
});

it('names are those of the vocabulary, with what it says of them', () => {
  const declared = [...traceSchema.events.values()].map(({ name, description, metadata }) => [
    name,
    description,
    (metadata ?? []).join(', '),
  ]);
  const rows = rowsUnder(document, 'Names').map((row) =>
    row.map((cell) => cell.replaceAll('`', '')),
  );
  expect(rows).toEqual(declared);
  expect(rows).toHaveLength(10 * 2 + 18);
});

it('former names are those of the vocabulary, and a reader takes them for what they are now', async () => {
  const rows = rowsUnder(document, 'Former names').map((row) =>
    row.map((cell) => cell.replaceAll('`', '')),
  );
  expect(rows).toEqual([...traceSchema.aliases]);
  const template = blocksUnder(document, 'Damage', 'text')[1]?.text ?? '';
  for (const [former = '', today] of rows) {
    const [item] = await listOf(itemsOf(template.replace('queue.changed', former)));
    expect(item).toMatchObject({ record: { name: today, originalName: former } });
  }
});

it('gaps and omissions have the reasons that the document lists', () => {
  const gaps: Record<GapReason, true> = {
    'queue-full': true,
    'write-error': true,
    limit: true,
    'record-too-large': true,
    serialize: true,
    closed: true,
  };
  const omissions: Record<OmissionReason, true> = {
    mode: true,
    size: true,
    bytes: true,
    depth: true,
    limit: true,
    accessor: true,
    unreadable: true,
    'redaction-failed': true,
  };
  expect(namesUnder('Gaps')).toEqual(Object.keys(gaps));
  expect(namesUnder('What is left out')).toEqual(Object.keys(omissions));
});

it('a folder is laid out as the document shows, for its owner only', async () => {
  const root = await mkdtemp(join(tmpdir(), 'trace-format-'));
  try {
    const options = { root, sessionId: '42', schema: traceSchema };
    await (await openRecording(options)).close();
    const recording = await openRecording(options);
    await recording.flush();
    const folder = join(root, 'traces/v1/42');
    const files = await readdir(folder);
    const generic = files.map((name) => name.replace(/-[0-9a-f]{8}\./, '-<writer>.'));
    const [, ...shown] = (blocksUnder(document, 'A folder', 'text')[0]?.text ?? '').split('\n');
    expect(generic.sort()).toEqual(shown.map((name) => name.trim()).sort());
    const modes = await Promise.all(files.map((name) => modeOf(join(folder, name))));
    expect(new Set(modes)).toEqual(new Set([0o600]));
    expect(await modeOf(folder)).toBe(0o700);
    await recording.close();
    expect(await readdir(folder)).not.toContain('writer.json');
  } finally {
    await rm(root, { recursive: true });
  }
});

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}
