import { describe, expect, test } from 'vitest';
import { fakeRedactor } from '../capture/fake-redactor.js';
import { openTestRecorder, testSchema } from './recorder-support.js';

describe('failed', () => {
  test('says what could not be recorded, without credentials, in every mode alike', () => {
    for (const mode of ['metadata', 'content', 'stream'] as const) {
      const open = openTestRecorder({ mode });
      open.recorder.failed('message_end', 'map', new TypeError('no key-abcdef here'));
      expect(open.records[0]?.data).toEqual({
        ...{ source: 'message_end', stage: 'map', suppressed: 0 },
        ...{ errorName: 'TypeError', errorMessage: 'no [redacted:key] here' },
      });
      expect(open.records[0]?.meta).toEqual({ redacted: 1 });
    }
  });

  test('keeps 256 code points of a message', () => {
    const open = openTestRecorder();
    open.recorder.failed('adapter', 'read', new Error('😀'.repeat(1_000)));
    expect(open.records[0]?.data['errorMessage']).toBe('😀'.repeat(256));
  });

  test('tells the first at once, then one in 5 seconds, with the number of the others', () => {
    const open = openTestRecorder();
    const fail = (): void => open.recorder.failed('adapter', 'map', new Error('again'));
    for (let times = 0; times < 4; times++) fail();
    open.passTime(4_999);
    fail();
    open.passTime(1);
    fail();
    expect(open.records.map(({ data }) => data['suppressed'])).toEqual([0, 4]);
    expect(open.counters.failures).toBe(6);
  });

  test.each([
    ['sources', 'other', 'map', new Error('a')],
    ['stages', 'adapter', 'read', new Error('a')],
    ['kinds of error', 'adapter', 'map', new TypeError('a')],
  ] as const)('tells different %s apart', (_, source, stage, error) => {
    const open = openTestRecorder();
    open.recorder.failed('adapter', 'map', new Error('a'));
    open.recorder.failed(source, stage, error);
    expect(open.records).toHaveLength(2);
  });

  test('goes on after the clock was set back', () => {
    const open = openTestRecorder();
    open.recorder.failed('adapter', 'map', new Error('a'));
    open.passTime(-100_000);
    open.recorder.failed('adapter', 'map', new Error('a'));
    expect(open.records).toHaveLength(2);
  });

  test('remembers a hundred kinds, not all there ever were', () => {
    const open = openTestRecorder();
    for (let kind = 0; kind <= 100; kind++) open.recorder.failed(`source ${kind}`, 'map', 'no');
    open.recorder.failed('source 100', 'map', 'no');
    open.recorder.failed('source 0', 'map', 'no');
    expect(open.records.slice(101).map(({ data }) => data['source'])).toEqual(['source 0']);
  });

  test.each([
    ['a text', 'no', { errorName: 'string', errorMessage: 'no' }],
    ['nothing', undefined, { errorName: 'undefined', errorMessage: 'undefined' }],
    ['a symbol', Symbol('no'), { errorName: 'symbol', errorMessage: 'Symbol(no)' }],
    ['an object', { why: 'no' }, { errorName: 'object', errorMessage: '' }],
    [
      'what looks like an error',
      { name: 'E', message: 'no' },
      { errorName: 'E', errorMessage: 'no' },
    ],
    [
      'what throws when it is turned into a text',
      {
        toString(): never {
          return expect.fail();
        },
      },
      { errorName: 'object', errorMessage: '' },
    ],
  ])('takes %s that was thrown', (_, error, expected) => {
    const open = openTestRecorder();
    open.untyped.failed('adapter', 'map', error);
    expect(open.records[0]?.data).toMatchObject(expected);
  });

  test('without an event for it, a failure is counted', () => {
    const events = new Map([...testSchema.events].filter(([, { failure }]) => !failure));
    const open = openTestRecorder({ schema: { ...testSchema, events } });
    open.recorder.failed('adapter', 'map', new Error('no'));
    expect(open.lines).toEqual([]);
    expect(open.counters.failures).toBe(1);
  });
});

describe('what an untyped caller does', () => {
  const hostile = {
    get runId(): never {
      throw new Error('a scope that throws');
    },
  };

  test.each([
    ['an unknown name', ['no.such', {}], 'TypeError'],
    ['a name that is none', [Symbol('name'), {}], 'TypeError'],
    ['the root of a pair', ['tool', {}], 'TypeError'],
  ])('%s is told, counted and never thrown', (_, args, errorName) => {
    const open = openTestRecorder();
    open.untyped.record(...(args as [unknown, unknown, unknown]));
    expect(open.records).toMatchObject([
      { name: 'capture.failed', data: { source: 'recorder', errorName } },
    ]);
    expect(open.counters.failures).toBe(1);
  });

  test('a payload that is none is told, and its event is recorded: a lifetime may hang on it', () => {
    const open = openTestRecorder();
    open.untyped.begin('tool', null).complete('done');
    expect(open.records.map(({ name, data }) => [name, data['$omitted']])).toEqual([
      ['tool.started', { reason: 'unreadable' }],
      ['capture.failed', undefined],
      ['tool.completed', { reason: 'unreadable' }],
      ['capture.failed', undefined],
    ]);
  });

  test('begin answers whatever it is given', () => {
    const open = openTestRecorder();
    for (const name of ['no.such', Symbol('s'), undefined]) {
      const begun = open.untyped.begin(name, {}, hostile);
      expect(begun.operationId).toMatch(/-/);
      begun.complete(undefined, hostile);
    }
    // Each call for its name, and most for their scope, too.
    expect(open.counters.failures).toBeGreaterThanOrEqual(6);
  });

  test('a scope that throws says nothing: the event is recorded, and the failure told', () => {
    const open = openTestRecorder();
    open.untyped.record('agent.settled', {}, hostile);
    const names = open.records.map(({ name }) => name);
    expect(names).toEqual(['capture.failed', 'agent.settled']);
    expect(open.records[1]).not.toHaveProperty('runId');
    expect(open.counters.failures).toBe(1);
  });

  test('ids that are no texts are none', () => {
    const open = openTestRecorder();
    open.untyped.record('agent.settled', {}, { runId: 7, operationId: {}, original: '' });
    expect(Object.keys(open.records[0] ?? {})).not.toContain('runId');
    expect(open.records[0]).not.toHaveProperty('meta');
  });
});

describe('if credentials cannot be looked for', () => {
  const fail = (): never => {
    throw new Error('too much work');
  };

  test('nothing of the record is kept, and that is told', () => {
    const redactor = fakeRedactor();
    const broken = {
      ...redactor,
      text: (text: string) => (text === 'bad' ? fail() : redactor.text(text)),
    };
    const open = openTestRecorder({ redactor: broken });
    open.recorder.record('agent.settled', { status: 'idle', text: 'bad' }, { runId: 'run-1' });
    open.recorder.record('agent.settled', { status: 'idle' }, { runId: 'bad' });
    expect(open.records).toMatchObject([
      { seq: 1, runId: 'run-1', data: { $omitted: { reason: 'redaction-failed' } } },
      { seq: 2, data: { source: 'agent.settled', stage: 'redact', errorMessage: 'too much work' } },
      { seq: 3, data: { $omitted: { reason: 'redaction-failed' } } },
    ]);
    expect(open.records[2]).not.toHaveProperty('runId');
    expect(open.counters.failures).toBe(2);
  });

  test('ever, the notice is kept back too, and the rest is counted', () => {
    const open = openTestRecorder({ redactor: { ...fakeRedactor(), text: fail } });
    open.recorder.record('agent.settled', { status: 'idle' });
    expect(open.records.map(({ data }) => data)).toEqual([
      { $omitted: { reason: 'redaction-failed' } },
      { $omitted: { reason: 'redaction-failed' } },
    ]);
    expect(open.counters.failures).toBe(2);
  });
});
