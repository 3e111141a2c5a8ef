import { livenessOf } from '../node/read-recording.js';
import { Places } from '../export/places.js';
import { foldOperations } from '../read/fold-operations.js';
import { runsOf } from '../read/link-operations.js';
import type { OperationTree } from '../read/operation-node.js';
import { isLoss, type Problem } from '../read/problem.js';
import type { ReadItem } from '../read/read-item.js';
import type { GapLine } from '../record/envelope.js';
import { nothing, usage } from './exit-code.js';
import { counted } from './format.js';
import type { Line } from './output.js';
import { type Found, itemsOf } from './recordings.js';
import { vocabulary } from './vocabulary.js';

/** A recording, read through. */
export interface Loaded extends Found {
  tree: OperationTree;
  places: Places;
  problems: Problem[];
  gaps: GapLine[];
}

/** Reads a recording through. Its records are held as far as they belong to operations. */
export async function load(recording: Found): Promise<Loaded> {
  const places = new Places();
  const problems: Problem[] = [];
  const gaps: GapLine[] = [];
  async function* watched(): AsyncGenerator<ReadItem> {
    for await (const item of places.watch(itemsOf(recording))) {
      if (item.type === 'problem') problems.push(item.problem);
      if (item.type === 'gap') gaps.push(item.gap);
      yield item;
    }
  }
  const tree = await foldOperations(watched(), {
    schema: vocabulary,
    isLive: await livenessOf(recording.folder),
    // Nothing that is shown of a tree needs them, and a stream has very many.
    keepPoint: () => false,
  });
  return { ...recording, tree, places, problems, gaps };
}

/**
 * The id of the run that was asked for, by the start of it.
 *
 * @throws CommandError where there is none, or several
 */
export function chosenRun({ tree }: Loaded, start: string | undefined): string | undefined {
  if (start === undefined) return undefined;
  const runs = [...runsOf(tree).keys()];
  if (runs.includes(start)) return start;
  const [first, second] = runs.filter((runId) => runId.startsWith(start));
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) throw usage(`--run: "${start}" may be one of several.`);
  const known = runs.length === 0 ? 'The recording has no runs.' : `There are: ${runs.join(', ')}.`;
  throw nothing(`No run begins with "${start}".`, known);
}

/** The operations of one run; all, where none was chosen. */
export function ofRun(tree: OperationTree, runId: string | undefined): OperationTree {
  if (runId === undefined) return tree;
  return { ...tree, roots: tree.roots.filter((root) => root.runId === runId) };
}

/** A session as it can be written on a command line; a stand-in where its id is no plain word. */
export function onCommandLine({ sessionId }: Found): string {
  return /^[\w.-]{1,40}$/.test(sessionId) ? sessionId : '<session>';
}

/** What a reader should know before trusting what is shown. Empty where all is well. */
export function damageLines(loaded: Loaded): Line[] {
  const { problems, gaps } = loaded;
  const damage = problems.filter(isLoss).length;
  const lost = gaps.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    ...(damage === 0 ? [] : [counted(damage, 'problem')]),
    ...(lost === 0 ? [] : [`${counted(lost, 'record')} dropped while recording`]),
  ];
  if (parts.length === 0) return [];
  const text = `${parts.join(', ')}: loop-trace verify ${onCommandLine(loaded)}`;
  return ['', [{ text, look: 'yellow' }]];
}
