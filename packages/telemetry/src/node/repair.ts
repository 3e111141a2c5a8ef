import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { LoopTelemetryError } from '../errors.js';
import type { Position, Problem } from '../read/problem.js';
import type { ReadItem } from '../read/read-item.js';
import { encodeLine } from '../record/encode-line.js';
import { readFileBatches } from './read-recording.js';
import { folderOf, type RecordingPlace } from './recording-folder.js';
import { segmentsIn } from './segment-files.js';
import { segmentFile } from './segment-name.js';

/** What a clean copy holds, and what it does not. */
export interface Repair {
  folder: string;
  segments: number;
  records: number;
  /** Everything that was wrong. What is missing stays missing: nothing is made up for it. */
  leftOut: Problem[];
}

/**
 * Writes a clean copy of a recording: of each segment its first line, the records that are whole,
 * as the very bytes they were written with, by their numbers and each once, gap lines and its end.
 * The recording itself stays as it is.
 *
 * @param target a folder that is not there yet
 * @throws LoopTelemetryError `exists` where it is; `unreadable` where there is no recording
 */
export async function repairRecording(place: RecordingPlace, target: string): Promise<Repair> {
  const source = await folderOf(place);
  const repair: Repair = { folder: target, segments: 0, records: 0, leftOut: [] };
  const paths = new Map((await segmentsIn(source)).map(({ name, path }) => [name, path]));
  await makeTarget(target);
  let copy: { name: string; from: FileHandle; to: FileHandle } | undefined;
  try {
    for await (const batch of readFileBatches(source, {})) {
      for (const item of batch) await take(item);
    }
  } finally {
    await leave();
  }
  return repair;

  async function take(item: ReadItem): Promise<void> {
    if (item.type === 'problem') return void repair.leftOut.push(item.problem);
    if (item.type === 'record') repair.records++;
    const name = segmentOf(item);
    if (copy?.name !== name) await enter(name);
    await copy?.to.write(await lineOf(item, copy.from));
  }

  async function enter(name: string): Promise<void> {
    await leave();
    const from = await open(paths.get(name) ?? '', 'r');
    const to = await open(join(target, segmentFile(name)), 'wx', 0o600).catch(async (error) => {
      await from.close();
      throw error;
    });
    copy = { name, from, to };
    repair.segments++;
  }

  async function leave(): Promise<void> {
    await copy?.from.close();
    await copy?.to.close();
    copy = undefined;
  }
}

function segmentOf(item: Exclude<ReadItem, { type: 'problem' }>): string {
  if (item.type === 'record') return item.position.segment;
  return item.type === 'segment' ? item.name : item.segment;
}

async function lineOf(
  item: Exclude<ReadItem, { type: 'problem' }>,
  from: FileHandle,
): Promise<Uint8Array> {
  if (item.type === 'record') return bytesAt(from, item.position);
  const line = item.type === 'segment' ? item.segment : item.type === 'gap' ? item.gap : item.end;
  return new TextEncoder().encode(encodeLine(line));
}

/** With a line feed, which the last line may lack. */
async function bytesAt(from: FileHandle, { offset, bytes }: Position): Promise<Uint8Array> {
  const line = new Uint8Array(bytes + 1).fill(0x0a);
  await from.read(line, 0, bytes, offset);
  return line;
}

async function makeTarget(target: string): Promise<void> {
  try {
    await mkdir(target, { mode: 0o700 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    const message = `${target} is there already. Name a folder that is not: nothing is written over.`;
    throw new LoopTelemetryError('exists', message, { cause });
  }
}
