import { describeOperation, requestTokens } from '@loop/events/trace';
import type { OperationNode, ReadRecord } from '@loop/telemetry';
import type { Places } from '@loop/telemetry/export';
import type { TraceEnd, TraceOperation, TracePoint } from '../../wire/trace.js';
import type { TraceRoom } from './trace-room.js';

/** What operations are told with. */
export interface Telling {
  /** Knows when it was. */
  places: Places;
  room: TraceRoom;
  /** Pieces of streams, by operation id. */
  pieces: ReadonlyMap<string | undefined, number>;
}

/** JSON of parents beyond this depth could not be read again. */
const MAX_DEPTH = 64;
const MAX_LABEL = 200;

/** The operations for an answer, the latest first in line for its room. */
export function tellOperations(
  roots: readonly OperationNode[],
  telling: Telling,
  depth = 0,
): TraceOperation[] {
  const { room } = telling;
  const inLine = depth === 0 ? [...roots].reverse() : roots;
  const told = inLine.flatMap((node) => {
    if (depth < MAX_DEPTH && room.take('operations')) return [tell(node, telling, depth)];
    room.leaveOut('operations', countOf(node));
    return [];
  });
  return depth === 0 ? told.reverse() : told;
}

/** How many an operation is with what lies in it, however deep that is. */
function countOf(root: OperationNode): number {
  let count = 0;
  const rest = [root];
  for (let node = rest.pop(); node; node = rest.pop()) {
    count++;
    for (const child of node.children) rest.push(child);
  }
  return count;
}

/** Events for an answer. */
export function tellPoints(
  records: readonly ReadRecord[],
  { places, room }: Pick<Telling, 'places' | 'room'>,
): TracePoint[] {
  return records.flatMap((record) => {
    if (room.take('points')) return [{ name: record.name, ...tellEnd(record, places, room) }];
    room.leaveOut('points', 1);
    return [];
  });
}

function tell(node: OperationNode, telling: Telling, depth: number): TraceOperation {
  const { places, room, pieces } = telling;
  const { started, completed, operationId, name, parentOperationId } = node;
  const { start, end } = places.span(node);
  const tokens = requestTokens(node);
  const streamed = pieces.get(operationId);
  return {
    id: (started ?? completed)?.eventId ?? operationId,
    ...{ operationId, name, label: (describeOperation(node)?.label ?? name).slice(0, MAX_LABEL) },
    ...{ status: node.status, outcome: node.outcome },
    ...(node.missing && { missing: node.missing }),
    ...(node.error !== undefined && { error: node.error }),
    ...(node.runId !== undefined && { runId: node.runId }),
    ...(parentOperationId !== undefined && { parentOperationId }),
    ...(node.isParentMissing && { parentMissing: true }),
    startedAt: start / 1000,
    ...(started && end !== undefined && { durationMs: (end - start) / 1000 }),
    ...(tokens && { tokens }),
    ...(started && { started: tellEnd(started, places, room) }),
    ...(completed && { completed: tellEnd(completed, places, room) }),
    points: tellPoints(node.points, telling),
    ...(streamed !== undefined && { pieces: streamed }),
    children: tellOperations(node.children, telling, depth + 1),
  };
}

function tellEnd(record: ReadRecord, places: Places, room: TraceRoom): TraceEnd {
  const { redacted, omitted } = record.meta ?? {};
  return {
    seq: record.seq,
    at: places.at(record) / 1000,
    data: room.data(record.data),
    ...(redacted !== undefined && { redacted }),
    ...(omitted !== undefined && { omitted }),
  };
}
