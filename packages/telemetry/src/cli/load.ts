import { Places } from '../export/places.js';
import { livenessOf } from '../node/read-recording.js';
import { foldOperations } from '../read/fold-operations.js';
import type { OperationTree } from '../read/operation-node.js';
import type { Problem } from '../read/problem.js';
import type { ReadItem } from '../read/read-item.js';
import type { GapLine } from '../record/envelope.js';
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
