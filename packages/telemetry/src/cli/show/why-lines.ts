import type { Places } from '../../export/places.js';
import { walk } from '../../read/walk.js';
import type { Failure } from '../../read/first-failure.js';
import type { OperationNode, OperationTree } from '../../read/operation-node.js';
import { formatDateTime, formatMs, formatTime } from '../format.js';
import type { Line } from '../output.js';
import { cut, wrapped } from '../text.js';
import { labelOf } from '../vocabulary.js';
import { markOf } from './outcome.js';

/** A failure, what it lay in, and what ran before it. */
export interface Explanation {
  failure: Failure;
  /** Name of the error, where its event has one. */
  errorName: string | undefined;
  /** Operations of the same run that had ended before, the latest last. */
  before: OperationNode[];
}

const MAX_BEFORE = 5;

/** Puts together what is known of a failure. */
export function explain(tree: OperationTree, places: Places, failure: Failure): Explanation {
  const { node, chain } = failure;
  const around = new Set([node, ...chain]);
  const { start } = places.span(node);
  const before: { node: OperationNode; end: number }[] = [];
  for (const { node: other } of walk(tree.roots)) {
    const { end } = places.span(other);
    if (around.has(other) || other.runId !== node.runId || end === undefined || end > start)
      continue;
    before.push({ node: other, end });
  }
  before.sort((a, b) => a.end - b.end);
  return {
    failure,
    errorName: errorNameOf(node),
    before: before.slice(-MAX_BEFORE).map((entry) => entry.node),
  };
}

/** The same, for people. */
export function* whyLines(
  { failure, errorName, before }: Explanation,
  places: Places,
  width: number,
): Generator<Line> {
  const { node, chain } = failure;
  yield heading(node, places, width);
  const error = node.error ?? WITHOUT_END[failure.reason];
  const text =
    errorName === undefined || error.startsWith(errorName) ? error : `${errorName}: ${error}`;
  for (const line of wrapped(text, width - 4)) yield ['    ', { text: line, look: 'red' }];

  if (chain.length > 0) yield* ['', 'It lay in, from the nearest to the outermost'];
  for (const outer of chain) yield briefly(outer, places, width);
  if (before.length > 0) yield* ['', 'Before it, in the same run'];
  for (const earlier of before) yield briefly(earlier, places, width);
}

const WITHOUT_END: Readonly<Record<Failure['reason'], string>> = {
  error: 'Its end says that it failed, and no more.',
  closed: 'It was under way when its session was let go of and the recording closed.',
  crashed: 'It was under way when its process died or was killed.',
  lost: 'Its end is in a gap: what was recorded after its start got lost.',
};

function heading(node: OperationNode, places: Places, width: number): Line {
  const { sign, word, look } = markOf(node);
  const took = tookOf(node, places);
  const rest = `${took === '' ? '' : ` after ${took}`}, begun ${formatDateTime(node.startedAt)} UTC`;
  const name = cut(labelOf(node), width - rest.length - word.length - 4);
  return [
    { text: `${sign} `, look },
    { text: name, look: 'bold' },
    ' ',
    { text: word, look },
    rest,
  ];
}

function briefly(node: OperationNode, places: Places, width: number): Line {
  const { sign, word, look } = markOf(node);
  const took = tookOf(node, places);
  const rest = ` ${word}${took === '' ? '' : `, ${took}`}`;
  const start = `  ${formatTime(node.startedAt)} `;
  const name = cut(labelOf(node), width - start.length - rest.length - 2);
  return [
    { text: start, look: 'dim' },
    { text: `${sign} `, look },
    name,
    { text: rest, look: 'dim' },
  ];
}

function tookOf(node: OperationNode, places: Places): string {
  const { start, end } = places.span(node);
  return end === undefined || !node.started ? '' : formatMs((end - start) / 1000);
}

function errorNameOf({ completed }: OperationNode): string | undefined {
  const { errorName, error } = completed?.data ?? {};
  const nested =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'name') : undefined;
  return [errorName, nested].find((name) => typeof name === 'string');
}
