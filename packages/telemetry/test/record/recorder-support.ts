import { defineTraceSchema, event, operation, type CaptureMode } from '@loop/events/trace';
import type { EventsOf, TraceSchema } from '@loop/events/trace';
import type { GapReason, TraceRecord } from '../../src/record/envelope.js';
import { limitsFrom, type TraceLimits } from '../../src/record/limits.js';
import type { RecordLine } from '../../src/record/lines.js';
import { createRecorder, type OpenRecorder } from '../../src/record/recorder.js';
import type { Redactor } from '../../src/redact/redactor.js';
import { fakeRedactor } from '../capture/fake-redactor.js';

const declarations = {
  'agent.settled': event<{ status: 'idle' | 'error'; text?: string }>('Settled.', {
    metadata: ['status'],
  }),
  'session.detached': event<{ reason?: string }>('Released.', { sync: true, spare: true }),
  tool: operation(
    event<{ toolName: string; args?: unknown }>('A tool starts.', { metadata: ['toolName'] }),
    event<{ isError: boolean; result?: unknown }>('It ends.', { metadata: ['isError'] }),
  ),
  save: operation(
    event<{ saveId: string; size?: number }>('A save starts.'),
    event<{ saveId: string; outcome?: string }>('It ends.'),
    { id: 'saveId' },
  ),
  'stream.received': event<{ type: string; delta?: string; part?: number }>('A piece.', {
    stream: { part: 'part', text: 'delta' },
  }),
  'capture.failed': event<object>('Not recorded.', { failure: true }),
};

export const testSchema = defineTraceSchema({
  name: 'test.trace',
  version: 1,
  events: declarations,
});
export type TestEvents = EventsOf<typeof declarations>;

/** A recorder of an untyped caller: what types forbid can still happen. */
export interface Untyped {
  record(name: unknown, data?: unknown, scope?: unknown): void;
  begin(
    operation: unknown,
    data?: unknown,
    scope?: unknown,
  ): {
    operationId: string;
    complete(data?: unknown, scope?: unknown): void;
  };
  observe(observation?: unknown, scope?: unknown): void;
  failed(source: unknown, stage: unknown, error: unknown): void;
}

export interface TestRecorder extends OpenRecorder<TestEvents> {
  redactor: Redactor;
  untyped: Untyped;
  lines: RecordLine[];
  lost: { seq: number; reason: GapReason }[];
  /** What the lines say. */
  readonly records: TraceRecord[];
  mode: CaptureMode;
  fill: number;
  passTime(ms: number): void;
}

export interface TestRecorderOptions {
  mode?: CaptureMode;
  limits?: Partial<TraceLimits>;
  redactor?: Redactor;
  firstSeq?: number;
  schema?: TraceSchema<TestEvents>;
}

export function openTestRecorder(options: TestRecorderOptions = {}): TestRecorder {
  const { redactor = fakeRedactor(), firstSeq = 1, schema = testSchema } = options;
  const lines: RecordLine[] = [];
  const lost: TestRecorder['lost'] = [];
  const state = { mode: options.mode ?? 'content', fill: 0, now: 1_000_000 };
  let ids = 0;
  const open = createRecorder<TestEvents>({
    ...{ schema, redactor, firstSeq, sessionId: 'session-1' },
    limits: limitsFrom(options.limits),
    mode: () => state.mode,
    clock: { now: () => state.now, mono: () => state.now * 1_000 },
    newId: () => `${(ids++).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
    lines: {
      get fill() {
        return state.fill;
      },
      push: (line) => void lines.push(line),
      lost: (seq, reason) => void lost.push({ seq, reason }),
    },
  });
  return {
    ...{ lines, lost, redactor, recorder: open.recorder, release: open.release },
    untyped: open.recorder as unknown as Untyped,
    get counters() {
      return open.counters;
    },
    get records() {
      return lines.map(({ text }) => JSON.parse(text) as TraceRecord);
    },
    get mode() {
      return state.mode;
    },
    set mode(mode: CaptureMode) {
      state.mode = mode;
    },
    get fill() {
      return state.fill;
    },
    set fill(fill: number) {
      state.fill = fill;
    },
    passTime(ms) {
      state.now += ms;
    },
  };
}
