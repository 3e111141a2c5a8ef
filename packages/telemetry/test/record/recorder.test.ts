import { describe, expect, test } from 'vitest';
import { openTestRecorder } from './recorder-support.js';

describe('a record', () => {
  test('has its keys in the order of the envelope, data last', () => {
    const { recorder, lines } = openTestRecorder();
    recorder.record(
      'agent.settled',
      { status: 'idle', text: 'key-abcd' },
      { runId: 'run-1', operationId: 'op-1', parentOperationId: 'op-0', original: 'agent_settled' },
    );
    expect(lines.map(({ text }) => text)).toEqual([
      '{"v":1,"seq":1,"eventId":"00000001-0000-4000-8000-000000000000",' +
        '"time":"1970-01-01T00:16:40.000Z","mono":1000000000,"name":"agent.settled",' +
        '"sessionId":"session-1","runId":"run-1","operationId":"op-1","parentOperationId":"op-0",' +
        '"meta":{"redacted":1,"original":"agent_settled"},' +
        '"data":{"status":"idle","text":"[redacted:key]"}}\n',
    ]);
  });

  test('has no key without a value, and no meta where nothing was done', () => {
    const open = openTestRecorder();
    open.recorder.record(
      'agent.settled',
      { status: 'idle' },
      { runId: null, operationId: undefined },
    );
    expect(Object.keys(open.records[0] ?? {})).toEqual([
      ...['v', 'seq', 'eventId', 'time', 'mono', 'name', 'sessionId', 'data'],
    ]);
  });

  test('is numbered in order of capture, from where the recording goes on', () => {
    const open = openTestRecorder({ firstSeq: 41 });
    open.recorder.record('agent.settled', { status: 'idle' });
    open.recorder.record('agent.settled', { status: 'error' });
    expect(open.records.map(({ seq }) => seq)).toEqual([41, 42]);
    expect(new Set(open.records.map(({ eventId }) => eventId)).size).toBe(2);
  });

  test('says how its line is to be treated', () => {
    const { recorder, lines } = openTestRecorder();
    recorder.record('agent.settled', { status: 'idle' });
    recorder.record('session.detached', {});
    recorder.begin('tool', { toolName: 'read' }).complete({ isError: false });
    expect(lines.map(({ seq, spare, sync }) => [seq, spare, sync])).toEqual([
      ...[
        [1, false, false],
        [2, true, true],
        [3, true, false],
        [4, true, false],
      ],
    ]);
  });

  test('is one line, whatever it says', () => {
    const { recorder, lines } = openTestRecorder();
    recorder.record('agent.settled', { status: 'idle', text: 'a\n\r\u2028\u2029\u0085\v\f' });
    expect(lines[0]?.text.indexOf('\n')).toBe((lines[0]?.text.length ?? 0) - 1);
    expect(lines[0]?.text).not.toMatch(/[\u2028\u2029]/);
    expect(lines[0]?.bytes).toBe(Buffer.byteLength(lines[0]?.text ?? ''));
  });

  test('holds no credential in its ids', () => {
    const open = openTestRecorder();
    const scope = { runId: 'key-aaaa', operationId: 'key-bbbb', parentOperationId: 'key-cccc' };
    open.recorder.record('agent.settled', { status: 'idle' }, { ...scope, original: 'key-dddd' });
    expect(open.lines[0]?.text).not.toMatch(/key-[abcd]/);
    expect(open.counters.redacted).toBe(4);
  });

  test('is a copy of the moment', () => {
    const open = openTestRecorder();
    const data = { status: 'idle' as const, text: 'before' };
    open.recorder.record('agent.settled', data);
    data.text = 'after';
    expect(open.records[0]?.data).toEqual({ status: 'idle', text: 'before' });
  });
});

describe('modes', () => {
  test('off records nothing and takes no number; begin still names its operation', () => {
    const open = openTestRecorder({ mode: 'off' });
    expect(open.recorder.enabled).toBe(false);
    open.recorder.record('agent.settled', { status: 'idle' });
    const tool = open.recorder.begin('tool', { toolName: 'read' });
    tool.complete({ isError: false });
    open.recorder.observe({ type: 'agent.settled', status: 'idle' });
    open.recorder.failed('adapter', 'map', new Error('no'));
    expect(tool.operationId).not.toBe('');
    expect(open.lines).toEqual([]);
    open.mode = 'content';
    expect(open.recorder.enabled).toBe(true);
    open.recorder.record('agent.settled', { status: 'idle' });
    expect(open.records.map(({ seq }) => seq)).toEqual([1]);
  });

  test('nobody can change a recorder', () => {
    expect(Object.isFrozen(openTestRecorder().recorder)).toBe(true);
    expect(Object.isFrozen(openTestRecorder().recorder.begin('tool', { toolName: 'a' }))).toBe(
      true,
    );
  });

  test('metadata keeps what is listed', () => {
    const open = openTestRecorder({ mode: 'metadata' });
    open.recorder.record('agent.settled', { status: 'idle', text: 'said' });
    expect(open.records[0]).toMatchObject({
      meta: { omitted: 1 },
      data: { status: 'idle', text: { $omitted: { reason: 'mode', type: 'string', size: 4 } } },
    });
    expect(open.records[0]?.meta).not.toHaveProperty('mode');
  });

  test.each(['metadata', 'content'] as const)('%s: no pieces, and no numbers for them', (mode) => {
    const open = openTestRecorder({ mode });
    open.recorder.record('stream.received', { type: 'text', delta: 'a' });
    open.recorder.record('agent.settled', { status: 'idle' });
    expect(open.records.map(({ seq, name }) => [seq, name])).toEqual([[1, 'agent.settled']]);
  });

  test('the mode in force counts, at every call', () => {
    const open = openTestRecorder({ mode: 'metadata' });
    open.recorder.record('agent.settled', { status: 'idle', text: 'a' });
    open.mode = 'content';
    open.recorder.record('agent.settled', { status: 'idle', text: 'a' });
    expect(open.records.map(({ data }) => typeof data['text'])).toEqual(['object', 'string']);
  });
});

describe('under pressure', () => {
  test('above half of the queue pieces of streams are dropped, and counted', () => {
    const open = openTestRecorder({ mode: 'stream' });
    open.fill = 0.51;
    open.recorder.record('stream.received', { type: 'delta', delta: 'a\n' });
    open.recorder.record('agent.settled', { status: 'idle', text: 'kept' });
    open.recorder.record('stream.received', { type: 'end' });
    expect(open.lost).toEqual([
      { seq: 1, reason: 'queue-full' },
      { seq: 3, reason: 'queue-full' },
    ]);
    expect(open.records.map(({ data }) => data)).toEqual([{ status: 'idle', text: 'kept' }]);
  });

  test('a credential that begins in a dropped piece is not told by the next', () => {
    const open = openTestRecorder({ mode: 'stream' });
    open.fill = 0.6;
    open.recorder.record('stream.received', { type: 'delta', delta: 'key-abcd' });
    open.fill = 0;
    open.recorder.record('stream.received', { type: 'delta', delta: 'efgh and so on\n' });
    expect(open.lost).toEqual([{ seq: 1, reason: 'queue-full' }]);
    expect(open.records.map(({ data }) => data['delta'])).toEqual([' and so on\n']);
  });

  test('above three quarters only metadata is kept, and it says so', () => {
    const open = openTestRecorder();
    open.fill = 0.76;
    open.recorder.record('agent.settled', { status: 'idle', text: 'said' });
    expect(open.records[0]).toMatchObject({
      meta: { omitted: 1, mode: 'metadata' },
      data: { status: 'idle', text: { $omitted: { reason: 'mode' } } },
    });
  });

  test('in metadata mode there is nothing to take away', () => {
    const open = openTestRecorder({ mode: 'metadata' });
    open.fill = 1;
    open.recorder.record('agent.settled', { status: 'idle' });
    expect(open.records[0]).not.toHaveProperty('meta');
  });
});

describe('a record that is too large', () => {
  test('loses its largest texts, until it fits', () => {
    const open = openTestRecorder({ limits: { recordBytes: 20_000 } });
    const args = {
      small: 'kept',
      list: ['a', 'b', 'c'].map((letter) => `${letter} `.repeat(4_000)),
    };
    open.recorder.begin('tool', { toolName: 'read', args });
    expect(new TextEncoder().encode(open.lines[0]?.text).length).toBeLessThanOrEqual(20_000);
    expect(open.records[0]).toMatchObject({
      meta: { omitted: 1 },
      data: {
        toolName: 'read',
        args: { small: 'kept', list: [{ $omitted: { chars: 8_000 } }, {}, {}] },
      },
    });
  });

  test('then its largest fields', () => {
    const open = openTestRecorder({ limits: { recordBytes: 4_000 } });
    const args = Array.from({ length: 500 }, (_, index) => `number ${index}`);
    open.recorder.begin('tool', { toolName: 'read', args });
    expect(open.records[0]?.data).toEqual({
      ...{ toolName: 'read' },
      args: {
        $omitted: {
          reason: 'size',
          type: 'array',
          bytes: JSON.stringify(args.slice(0, 500)).length,
        },
      },
    });
  });

  test('then all', () => {
    const open = openTestRecorder({ limits: { recordBytes: 1_000 } });
    const fields = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`field${i}`, i]));
    open.untyped.record('agent.settled', fields);
    expect(open.records[0]?.data).toMatchObject({ $omitted: { reason: 'size', type: 'object' } });
  });

  test('and is lost where its ids alone are too much', () => {
    const open = openTestRecorder({ limits: { recordBytes: 1_000 } });
    open.recorder.record('agent.settled', { status: 'idle' }, { runId: 'r'.repeat(2_000) });
    expect(open.lost).toEqual([{ seq: 1, reason: 'record-too-large' }]);
    expect(open.counters.recorded).toBe(0);
  });
});

test('counts what it has done', () => {
  const open = openTestRecorder({ mode: 'metadata' });
  open.recorder.record('agent.settled', { status: 'idle', text: 'a' });
  open.untyped.record('agent.settled', { status: 'key-abcd' });
  open.recorder.failed('adapter', 'map', new Error('no'));
  expect(open.counters).toEqual({ recorded: 3, redacted: 1, omitted: 1, failures: 1 });
});
