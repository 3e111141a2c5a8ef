import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { recordingFolder } from '../../src/node/recording-folder.ts';
import { listSegments, segmentFile } from '../../src/node/segment-name.ts';

/** A folder that is gone when the test is over. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loop-trace-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The texts of a recording's segments, in order; none where there is no recording. */
export async function segmentTexts(root: string, sessionId: string): Promise<string[]> {
  const folder = await recordingFolder(root, sessionId);
  const segments = await listSegments(folder).catch(() => []);
  return Promise.all(segments.map(({ name }) => readFile(join(folder, segmentFile(name)), 'utf8')));
}
