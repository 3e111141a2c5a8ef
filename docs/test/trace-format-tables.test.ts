import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { traceSchema } from '@loop/events/trace';
import type { GapReason, OmissionReason } from '@loop/telemetry';
import { openRecording } from '@loop/telemetry/node';
import { expect, it } from 'vitest';
import { blocksUnder } from '../src/section.ts';
import { document, namesUnder, tableUnder } from './trace-format/document.ts';
import { itemsOf, listOf } from './trace-format/segments.ts';

it('names are those of the vocabulary, with what it says of them', () => {
  const declared = [...traceSchema.events.values()].map(({ name, description, metadata }) => [
    name,
    description,
    (metadata ?? []).join(', '),
  ]);
  const rows = tableUnder('Names');
  expect(rows).toEqual(declared);
  expect(rows).toHaveLength(10 * 2 + 18);
});

it('former names are those of the vocabulary, and a reader takes them for what they are now', async () => {
  const rows = tableUnder('Former names');
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
