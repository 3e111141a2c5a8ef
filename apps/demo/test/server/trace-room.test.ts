import { foldOperations, type ReadItem, type ReadRecord } from '@loop/telemetry';
import { Places } from '@loop/telemetry/export';
import { describe, expect, it } from 'vitest';
import { tellOperations } from '../../server/api/trace-operations.js';
import type { TraceOperation } from '../../wire/trace.js';
import { createTraceRoom } from '../../server/api/trace-room.js';

describe('room for payloads', () => {
  it('holds what is small as it is', () => {
    const data = { a: [1, null, true, 'text'], b: { c: {} } };
    expect(createTraceRoom().data(data)).toEqual(data);
  });

  it('describes a text that is too long, with its beginning', () => {
    expect(createTraceRoom().data({ text: 'x'.repeat(5_000) })).toEqual({
      text: {
        $omitted: { reason: 'answer', type: 'string', chars: 5_000, preview: 'x'.repeat(400) },
      },
    });
  });

  it('ends where a payload has no end, and where all of them have become too much', () => {
    const nested = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown;
    expect(JSON.stringify(createTraceRoom().data(nested)).length).toBeLessThan(200);
    const room = createTraceRoom();
    const text = 'x'.repeat(4_000);
    const sizes = Array.from({ length: 2_000 }, () => JSON.stringify(room.data({ text })).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5 * 1024 * 1024);
    expect(JSON.stringify(room.data({ text }))).toContain('"reason":"answer"');
  });
});

describe('room for operations', () => {
  it('is the latest ones’ first, and what is left out is counted with what lies in it', async () => {
    const { operations, cut } = await told(
      Array.from({ length: 2_500 }, (_, index) => started(index, index % 5 === 0 ? undefined : 1)),
    );
    expect(all(operations)).toHaveLength(2_000);
    expect(cut.operations).toBe(500);
    expect(operations.at(-1)?.operationId).toBe('operation-2495');
    expect(operations[0]?.operationId).toBe('operation-500');
  });

  it('has an end for operations that lie in each other without one', async () => {
    const { operations, cut } = await told(
      Array.from({ length: 500 }, (_, index) => started(index, index === 0 ? undefined : 1)),
      (index) => index - 1,
    );
    expect(all(operations)).toHaveLength(64);
    expect(cut.operations).toBe(500 - 64);
  });
});

/** @param within 1: it lies in another one */
function started(index: number, within?: 1): { index: number; within?: 1 } {
  return within === undefined ? { index } : { index, within };
}

/** By default five operations are one, with four in it. */
async function told(
  starts: readonly { index: number; within?: 1 }[],
  parentOf: (index: number) => number = (index) => index - (index % 5),
) {
  const places = new Places();
  const items = starts.map(({ index, within }): ReadItem => {
    const record: ReadRecord = {
      ...{ v: 1, seq: index + 1, eventId: `event-${index}`, sessionId: 'session' },
      ...{ time: new Date(index).toISOString(), mono: index * 1_000, name: 'tool.started' },
      operationId: `operation-${index}`,
      ...(within && { parentOperationId: `operation-${parentOf(index)}` }),
      data: {},
    };
    return { type: 'record', record, position: { segment: 's', line: 1, offset: 0, bytes: 1 } };
  });
  const tree = await foldOperations(places.watch(items));
  const room = createTraceRoom();
  return {
    operations: tellOperations(tree.roots, { places, room, pieces: new Map() }),
    cut: room.cut,
  };
}

function all(operations: readonly TraceOperation[]): TraceOperation[] {
  return operations.flatMap((operation) => [operation, ...all(operation.children)]);
}
