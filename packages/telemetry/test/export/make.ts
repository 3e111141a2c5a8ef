import fc from 'fast-check';
import { Places } from '../../src/export/places.js';
import type { OperationNode, OperationTree } from '../../src/read/operation-node.js';
import type { ReadItem, ReadRecord } from '../../src/read/read-item.js';

/** Epoch microseconds of everything made here. */
export const ORIGIN = Date.parse('2026-11-01T10:00:00.000Z') * 1000;

/** An operation to be made; times are microseconds after {@link ORIGIN}. */
export interface Plan {
  id: string;
  name?: string;
  start: number;
  /** Missing: it has no end. */
  took?: number | undefined;
  isOrphan?: boolean;
  /** Index among the plans before it; -1: none. */
  parent?: number;
  isParentMissing?: boolean;
  writer?: number;
  outcome?: OperationNode['outcome'];
  points?: number;
  runId?: string | undefined;
  data?: Record<string, unknown>;
}

/** A tree and the places of its records, as reading and folding would give them. */
export function made(plans: readonly Plan[], loose = 0): Made {
  const places = new NotingPlaces();
  for (const writer of [0, 1]) places.note(segment(writer));
  const nodes: OperationNode[] = [];
  const roots: OperationNode[] = [];
  for (const plan of plans) {
    const node = nodeOf(plan, places);
    const parent = plan.isParentMissing ? undefined : nodes[plan.parent ?? -1];
    if (parent) node.parentOperationId = parent.operationId;
    (parent ? parent.children : roots).push(node);
    nodes.push(node);
  }
  const points = Array.from({ length: loose }, (_, index) =>
    record(places, { name: 'session.noted', at: index * 7, writer: 0, runId: undefined }),
  );
  const byId = new Map<string, OperationNode[]>();
  for (const node of nodes)
    byId.set(node.operationId, [...(byId.get(node.operationId) ?? []), node]);
  return { tree: { roots, byId, points }, places, items: places.noted };
}

/** What {@link made} gives: `items` is what a reader would have yielded. */
export interface Made {
  tree: OperationTree;
  places: Places;
  items: ReadItem[];
}

class NotingPlaces extends Places {
  readonly noted: ReadItem[] = [];

  override note(item: ReadItem): void {
    super.note(item);
    this.noted.push(item);
  }
}

function nodeOf(plan: Plan, places: Places): OperationNode {
  const { id, name = 'step', start, took, isOrphan = false, writer = 0, runId = 'r1' } = plan;
  const ids = { writer, runId, operationId: id, data: plan.data ?? {} };
  const started = isOrphan
    ? undefined
    : record(places, { name: `${name}.started`, at: start, ...ids });
  const completed =
    took === undefined
      ? undefined
      : record(places, { name: `${name}.completed`, at: start + took, ...ids });
  const outcome = plan.outcome ?? 'ok';
  return {
    operationId: id,
    name,
    status: !completed ? 'incomplete' : started ? 'complete' : 'orphaned',
    ...(completed ? {} : { missing: 'crashed' as const }),
    outcome: completed ? outcome : 'unknown',
    ...(completed && outcome === 'error' ? { error: 'it broke' } : {}),
    runId,
    ...(plan.isParentMissing ? { parentOperationId: 'gone', isParentMissing: true as const } : {}),
    startedAt: (ORIGIN + start) / 1000,
    ...(started && completed ? { durationMs: (took ?? 0) / 1000 } : {}),
    ...(started ? { started } : {}),
    ...(completed ? { completed } : {}),
    extra: [],
    children: [],
    points: Array.from({ length: plan.points ?? 0 }, () =>
      record(places, { name: 'step.noted', at: start, ...ids }),
    ),
  };
}

let seq = 0;

interface RecordPlan {
  name: string;
  at: number;
  writer: number;
  runId: string | undefined;
  operationId?: string;
  data?: Record<string, unknown>;
}

function record(
  places: Places,
  { at, writer, runId, name, operationId, data = {} }: RecordPlan,
): ReadRecord {
  const made: ReadRecord = {
    v: 1,
    seq: ++seq,
    eventId: `e${seq}`,
    time: new Date(Math.floor((ORIGIN + at) / 1000)).toISOString(),
    mono: 500 + at,
    name,
    sessionId: 's1',
    ...(runId === undefined ? {} : { runId }),
    ...(operationId === undefined ? {} : { operationId }),
    data,
  };
  const position = { segment: `00000${writer}-w`, line: 1, offset: 0, bytes: 1 };
  places.note({ type: 'record', record: made, position });
  return made;
}

function segment(writer: number): ReadItem {
  return {
    type: 'segment',
    name: `00000${writer}-w`,
    segment: {
      ...{ v: 1, kind: 'segment', format: 'loop.trace', requires: [], sessionId: 's1' },
      ...{
        writer: `w${writer}`,
        segment: writer,
        monoOrigin: 500,
        mode: 'content',
        previous: null,
      },
      startedAt: new Date(ORIGIN / 1000).toISOString(),
      schema: { name: 'test', version: 3 },
      producer: { name: 'tester', version: '1.2.3' },
    },
  };
}

const more = Array.from({ length: 12 }, (_, index) => `op${index}`);

/** Trees with overlaps, orphans, ids that are used twice, missing ends and parents, no durations. */
export const plans: fc.Arbitrary<Plan[]> = fc
  .array(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'a#2', ...more),
      name: fc.constantFrom('run', 'tool', 'step'),
      start: fc.nat(40),
      took: fc.option(fc.nat(20), { nil: undefined, freq: 5 }),
      isOrphan: fc.nat(9).map((roll) => roll === 0),
      parent: fc.nat(12).map((roll) => roll - 1),
      isParentMissing: fc.nat(9).map((roll) => roll === 0),
      writer: fc.nat(5).map((roll) => (roll === 0 ? 1 : 0)),
      outcome: fc.constantFrom('ok', 'error', 'cancelled', 'unknown'),
      points: fc.nat(2),
      runId: fc.constantFrom('r1', 'r2', undefined),
      data: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }) as fc.Arbitrary<
        Record<string, unknown>
      >,
    }),
    { maxLength: 14 },
  )
  .map((all) =>
    all.map(({ took, ...plan }, index) => ({
      ...plan,
      // What has neither a start nor an end is nothing.
      took: plan.isOrphan ? (took ?? 0) : took,
      parent: Math.min(plan.parent, index - 1),
    })),
  );

/** All that an export yields. */
export async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    if (!piece.endsWith('\n')) throw new Error('A piece does not end with a line.');
    text += piece;
  }
  return text;
}
