import { requestTokens } from '@loop/events/trace';
import type { Places } from '../../export/places.js';
import { type Visit, walk } from '../../read/walk.js';
import type { OperationNode, OperationTree } from '../../read/operation-node.js';
import type { Problem } from '../../read/problem.js';
import { formatCount, formatMs } from '../format.js';
import type { Line, Piece } from '../output.js';
import { column, cut, rightColumn } from '../text.js';
import { labelOf } from '../vocabulary.js';
import { bar } from './bar.js';
import { MARK_COLUMNS, markOf } from './outcome.js';

/** What {@link treeLines} shows. */
export interface TreeView {
  tree: OperationTree;
  places: Places;
  /** Of these, breaks in time are shown where they happened. */
  problems: readonly Problem[];
  width: number;
}

const DURATION_COLUMNS = 7;
/** Deeper operations are shown at this depth, with their depth in figures. */
const MAX_DEPTH = 8;

/** Operations in each other, with how they ended, how long they took, and when. */
export function* treeLines({ tree, places, problems, width }: TreeView): Generator<Line> {
  const breaks = problems.filter(({ kind }) => kind === 'suspended' || kind === 'clock-backwards');
  const barColumns = Math.max(8, Math.min(30, width - 62));
  const labelColumns = width - MARK_COLUMNS - DURATION_COLUMNS - barColumns - 3;

  yield* operations(tree.roots.filter(({ isParentMissing }) => !isParentMissing));
  const strays = tree.roots.filter(({ isParentMissing }) => isParentMissing);
  if (strays.length > 0) yield [{ text: '(parent not recorded)', look: 'yellow' }];
  yield* operations(strays);
  for (const { message } of breaks) yield breakLine(message);

  function* operations(roots: readonly OperationNode[]): Generator<Line> {
    for (const visit of walk(roots)) {
      yield* breaksBefore(visit.node);
      yield operation(visit);
      const { error, outcome } = visit.node;
      if (error === undefined || outcome === 'ok') continue;
      const start = `${indent(visit.depth)}  `;
      yield [start, { text: cut(error, width - start.length), look: 'red' }];
    }
  }

  function operation({ node, root, depth }: Visit): Line {
    const { sign, word, look } = markOf(node);
    const span = places.span(node);
    const whole = places.span(root);
    const took =
      node.started && span.end !== undefined ? (span.end - span.start) / 1000 : undefined;
    return [
      ...label(node, depth),
      ' ',
      { text: column(`${sign} ${word}`, MARK_COLUMNS), look },
      ' ',
      rightColumn(formatMs(took), DURATION_COLUMNS),
      ' ',
      { text: bar(span, { start: whole.start, end: whole.end ?? places.last }, barColumns), look },
    ];
  }

  function label(node: OperationNode, depth: number): Piece[] {
    const tokens = requestTokens(node);
    const counts = tokens ? ` ${formatCount(tokens.input)}→${formatCount(tokens.output)}` : '';
    const start = indent(depth);
    const columns = labelColumns - start.length;
    const name = cut(labelOf(node), columns - counts.length);
    return [
      start,
      { text: name, look: 'bold' },
      column(`${name}${counts}`, columns).slice(name.length),
    ];
  }

  function* breaksBefore({ started, completed }: OperationNode): Generator<Line> {
    const seq = (started ?? completed)?.seq ?? 0;
    for (let next = breaks[0]; next && (next.toSeq ?? Infinity) <= seq; next = breaks[0]) {
      yield breakLine(next.message);
      breaks.shift();
    }
  }

  function breakLine(message: string): Line {
    return [{ text: `── ${cut(message, width - 3)}`, look: 'yellow' }];
  }
}

function indent(depth: number): string {
  return depth <= MAX_DEPTH ? '  '.repeat(depth) : `${'  '.repeat(MAX_DEPTH)}${depth} `;
}
