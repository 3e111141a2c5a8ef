import { runsOf } from '../read/link-operations.js';
import type { OperationTree } from '../read/operation-node.js';
import { nothing, usage } from './exit-code.js';
import type { Loaded } from './load.js';

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
