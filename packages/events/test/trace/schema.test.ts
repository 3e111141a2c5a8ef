import { describe, expect, it } from 'vitest';
import { LoopEventsError } from '@loop/events';
import {
  defineTraceSchema,
  describeTraceSchema,
  event,
  formerNames,
  operation,
  traceSchema,
} from '@loop/events/trace';

const pairs = [
  ...['run', 'input.prepare', 'model.change', 'model.request', 'tool', 'tool.nested'],
  ...['approval', 'permission.change', 'compaction', 'session.save'],
];
const points = [
  ...['session.attached', 'session.detached', 'session.title.updated', 'run.cancel.requested'],
  ...['agent.settled', 'input.consumed', 'message.started', 'message.completed'],
  ...['queue.changed', 'prompt.timing.updated', 'context.budget.updated', 'skill.loaded'],
  ...['model.input.projected', 'model.stream.received', 'permission.changed'],
  ...['permission.policy.resolved', 'permission.write.checked', 'trace.capture.failed'],
];

describe('the vocabulary', () => {
  it('is the ten pairs and eighteen single events of the contract', () => {
    const expected = [
      ...pairs.flatMap((root) => [`${root}.started`, `${root}.completed`]),
      ...points,
    ];
    expect([...traceSchema.events.keys()].sort()).toEqual(expected.sort());
  });

  it('spares both ends of every pair, and ties them to their root', () => {
    for (const root of pairs) {
      for (const end of ['started', 'completed'] as const) {
        const declared = traceSchema.events.get(`${root}.${end}`);
        expect(declared).toMatchObject({ spare: true, operation: { name: root, end } });
      }
    }
    for (const name of points) expect(traceSchema.events.get(name)?.operation).toBeUndefined();
  });

  it('syncs after a run and a save, records pieces in stream mode, has one failure event', () => {
    const flagged = (flag: 'sync' | 'stream' | 'failure') =>
      [...traceSchema.events.values()].filter((one) => one[flag]).map(({ name }) => name);
    expect(flagged('sync')).toEqual(['run.completed', 'session.save.completed']);
    expect(flagged('stream')).toEqual(['model.stream.received']);
    expect(flagged('failure')).toEqual(['trace.capture.failed']);
  });

  it('keeps no content in metadata mode', () => {
    const content =
      /^(args|result|message|text|content|delta|input|detail|title|path|response|items)$/;
    for (const { metadata = [], name } of traceSchema.events.values()) {
      expect(
        metadata.filter((field) => content.test(field)),
        name,
      ).toEqual([]);
    }
  });

  it('can be told as plain data: names, version, descriptions', () => {
    const described = describeTraceSchema(traceSchema);
    expect(JSON.parse(JSON.stringify(described))).toEqual(described);
    expect(described).toMatchObject({ name: 'loop.trace', version: 1, aliases: formerNames });
    expect(Object.keys(described.events)).toHaveLength(38);
    for (const text of Object.values(described.events)) expect(text).toMatch(/^\w.*\.$/);
  });
});

describe('a schema of one’s own', () => {
  it('knows its events, its operations and their flags', () => {
    const schema = defineTraceSchema({
      name: 'own',
      version: 3,
      events: {
        job: operation(
          event<{ jobId: string }>('A job begins.'),
          event<{ jobId: string; ok: boolean }>('A job ends.', { metadata: ['ok'], sync: true }),
          { id: 'jobId' },
        ),
        'disk.full': event<{ free: number }>('No room is left.', { metadata: ['free'] }),
      },
      aliases: { disk_full: 'disk.full' },
    });
    expect([...schema.events.keys()]).toEqual(['job.started', 'job.completed', 'disk.full']);
    expect(schema.events.get('job.completed')).toEqual({
      ...{ name: 'job.completed', description: 'A job ends.', metadata: ['ok'] },
      ...{ sync: true, spare: true, operation: { name: 'job', end: 'completed', id: 'jobId' } },
    });
  });

  it.each([
    ['a name of another form', { events: { 'Job Started': event('x') } }],
    [
      'a name in two forms',
      { events: { job: operation(event('a'), event('b')), 'job.started': event('c') } },
    ],
    ['an alias that leads nowhere', { events: { a: event('x') }, aliases: { b: 'c' } }],
    [
      'an alias that is a name of today',
      { events: { a: event('x'), b: event('y') }, aliases: { b: 'a' } },
    ],
  ])('refuses %s', (_, options) => {
    const define = () =>
      defineTraceSchema({ name: 'x', version: 1, ...(options as { events: {} }) });
    expect(define).toThrow(LoopEventsError);
  });
});
