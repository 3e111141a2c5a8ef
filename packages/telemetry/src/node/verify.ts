import { isDamage, type Problem, type ProblemKind } from '../read/problem.js';
import type { ReadOptions } from '../read/read-recording.js';
import { readFileBatches } from './read-recording.js';
import { folderOf, type RecordingPlace } from './recording-folder.js';
import { sizeOf } from './segment-files.js';

/** What is wrong with a recording. */
export interface Verification {
  folder: string;
  segments: number;
  records: number;
  bytes: number;
  /** Records that were captured and not written, and accounted for. */
  dropped: number;
  /** How often each kind of problem occurs. */
  counts: Partial<Record<ProblemKind, number>>;
  /** The first of them, at most {@link VerifyOptions.maxProblems}. */
  problems: Problem[];
  /** Something is damaged or missing that no crash explains, see {@link isDamage}. */
  isDamaged: boolean;
}

/** What {@link verifyRecording} takes. */
export interface VerifyOptions extends Pick<ReadOptions, 'schema' | 'maxLineBytes'> {
  /** Problems that are told one by one; all are counted. @default 1,000 */
  maxProblems?: number | undefined;
}

/**
 * Reads a recording whole, every line of it, and tells what is wrong.
 *
 * @throws LoopTelemetryError `unreadable` where there is no recording
 */
export async function verifyRecording(
  place: RecordingPlace,
  { maxProblems = 1_000, ...options }: VerifyOptions = {},
): Promise<Verification> {
  const folder = await folderOf(place);
  const found: Verification = {
    folder,
    ...{ segments: 0, records: 0, bytes: 0, dropped: 0 },
    ...{ counts: {}, problems: [], isDamaged: false },
  };
  for await (const batch of readFileBatches(folder, options)) {
    for (const item of batch) {
      if (item.type === 'record') found.records++;
      else if (item.type === 'segment') found.segments++;
      else if (item.type === 'gap') found.dropped += item.gap.count;
      else if (item.type === 'problem') note(found, item.problem, maxProblems);
    }
  }
  found.bytes = (await sizeOf(folder)).bytes;
  return found;
}

function note(found: Verification, problem: Problem, maxProblems: number): void {
  const { kind } = problem;
  found.counts[kind] = (found.counts[kind] ?? 0) + 1;
  if (found.problems.length < maxProblems) found.problems.push(problem);
  if (isDamage(problem)) found.isDamaged = true;
}
