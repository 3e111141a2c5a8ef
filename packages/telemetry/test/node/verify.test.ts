import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { traceSchema } from '@loop/events/trace';
import { expect, test } from 'vitest';
import { foldOperations } from '../../src/index.ts';
import { openRecording, readRecording, verifyRecording } from '../../src/node/index.ts';
import { temporaryFolder } from './files.ts';

test('what a recording has written is sound, over rotations and reopenings, torn or not', async () => {
  const root = await temporaryFolder();
  const place = { root, sessionId: 'session' };
  for (let opening = 1; opening <= 3; opening++) {
    const recording = await openRecording({
      ...place,
      schema: traceSchema,
      mode: 'content',
      limits: { segmentBytes: 2_000 },
    });
    const run = recording.recorder.begin('run', { requestId: null, acceptedAt: opening });
    for (let index = 0; index < 10; index++) {
      recording.recorder.record('session.attached', { activeRunId: `run-${index}` });
    }
    recording.setMode('metadata');
    if (opening < 3) run.complete({ outcome: 'completed' });
    expect(await recording.close()).toEqual({ ok: true });
  }
  const sound = await verifyRecording(place);
  expect(sound).toMatchObject({ problems: [], isDamaged: false, records: 35, dropped: 0 });
  expect(sound.segments).toBeGreaterThan(6);

  // A crash in the middle of a line, of the last segment and its end.
  const last = join(sound.folder, (await segmentsOf(sound.folder)).at(-1) ?? '');
  await truncate(last, 100);
  expect(await verifyRecording(place)).toMatchObject({ isDamaged: false });
  const tree = await foldOperations(readRecording(place, { schema: traceSchema }), {
    schema: traceSchema,
  });
  expect(tree.roots.map(({ status, missing }) => missing ?? status)).toEqual([
    'complete',
    'complete',
    'crashed',
  ]);
});

async function segmentsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  return names.sort((a, b) => (a < b ? -1 : 1));
}
