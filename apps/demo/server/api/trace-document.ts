import { traceSchema, type CaptureMode } from '@loop/events/trace';
import {
  foldOperations,
  isDamage,
  runsOf,
  type OperationNode,
  type OperationTree,
  type Problem,
  type ReadItem,
  type ReadRecord,
} from '@loop/telemetry';
import { Places } from '@loop/telemetry/export';
import { livenessOf, readRecording } from '@loop/telemetry/node';
import type { Trace } from '../../wire/trace.js';
import { tellOperations, tellPoints } from './trace-operations.js';
import { createTraceRoom } from './trace-room.js';

/** A recording, and how many of its latest runs are asked for. */
export interface TraceRequest {
  mode: CaptureMode;
  folder: string;
  /** Of its files; `undefined` where there are none. */
  bytes: number | undefined;
  runs: number;
}

const MAX_PROBLEMS = 100;

/** Reads a recording for the inspector: its latest runs, and what lies between them. */
export async function readTrace(request: TraceRequest): Promise<Trace> {
  const { mode, folder, bytes } = request;
  const room = createTraceRoom();
  if (bytes === undefined) {
    const nothing = { operations: [], points: [], problems: [], recording: null };
    return { mode, ...nothing, runs: { shown: 0, total: 0 }, cut: room.cut, readAt: Date.now() };
  }
  const { tree, places, pieces, problems, segments } = await foldRecording(folder);
  const { roots, runs } = latestRuns(tree, request.runs);
  const operations = tellOperations(roots, { places, room, pieces });
  const from = runs.shown < runs.total ? (operations[0]?.startedAt ?? 0) * 1000 : 0;
  const after = tree.points.filter((record) => places.at(record) >= from);
  return {
    ...{ mode, operations, points: tellPoints(after, { places, room }) },
    problems: problems.slice(-MAX_PROBLEMS),
    recording: { segments, bytes, damaged: problems.some(isDamage) },
    ...{ runs, cut: room.cut, readAt: Date.now() },
  };
}

interface Folded {
  tree: OperationTree;
  places: Places;
  pieces: Map<string | undefined, number>;
  problems: Problem[];
  segments: number;
}

async function foldRecording(folder: string): Promise<Folded> {
  const places = new Places();
  const problems: Problem[] = [];
  const pieces = new Map<string | undefined, number>();
  let segments = 0;
  const items = readRecording(folder, { schema: traceSchema });
  const isLive = await livenessOf(folder);
  const tree = await foldOperations(noted(), { schema: traceSchema, isLive, keepPoint });
  return { tree, places, pieces, problems, segments };

  async function* noted(): AsyncGenerator<ReadItem> {
    for await (const item of places.watch(items)) {
      if (item.type === 'segment') segments++;
      if (item.type === 'problem') problems.push(item.problem);
      yield item;
    }
  }

  /** The pieces of a stream are many, and the message at their end says the same. */
  function keepPoint({ name, operationId }: ReadRecord): boolean {
    if (name !== 'model.stream.received') return true;
    pieces.set(operationId, (pieces.get(operationId) ?? 0) + 1);
    return false;
  }
}

/** The latest runs, and whatever else has begun since the first of them. */
function latestRuns(
  tree: OperationTree,
  max: number,
): { roots: OperationNode[]; runs: Trace['runs'] } {
  const known = new Set(runsOf(tree).values());
  const runs = tree.roots.filter((node) => known.has(node));
  const [first] = runs.slice(-max);
  const isWhole = first === undefined || runs.length <= max;
  const roots = isWhole ? tree.roots : tree.roots.slice(tree.roots.indexOf(first));
  return { roots, runs: { shown: Math.min(max, runs.length), total: runs.length } };
}
