// What a program without a DOM and without Node can write against the core's and telemetry's traces.
import { SessionEvents } from '@loop/events';
import {
  defineTraceSchema,
  describeTraceSchema,
  event,
  operation,
  traceSchema,
  traceSession,
  type Recorder,
  type TraceEvents,
  type TraceSchema,
} from '@loop/events/trace';
import {
  createMemoryStorage,
  createRedactor,
  foldOperations,
  readRecording,
  startRecording,
  type Recording,
  type TraceStorage,
} from '@loop/telemetry';
import { exportChrome, exportOtlp } from '@loop/telemetry/export';
import { followRecording, openRecording } from '@loop/telemetry/node';
import { storageSuite, type StoragePlace } from '@loop/telemetry/testing';

const session = new SessionEvents({ sessionId: 's' });
const storage = createMemoryStorage();

export async function record(): Promise<Recording<TraceEvents>> {
  const recording = await startRecording({
    ...{ storage, sessionId: 's', schema: traceSchema, mode: 'content' },
    redact: { secrets: ['a value that the host knows'] },
  });
  const trace = traceSession(session, recording.recorder);
  const request = trace.begin('model.request', { purpose: 'main', model: 'm' });
  request.complete({ stopReason: 'stop' });
  trace.observe({ type: 'session.save.started', saveId: 'x' });
  trace();
  return recording;
}

export async function read(): Promise<string[]> {
  const bytes = async function* (text: string): AsyncGenerator<Uint8Array> {
    yield Uint8Array.from(text, (char) => char.charCodeAt(0));
  };
  const sources = storage.segments.map(({ name, text }) => ({ name, read: () => bytes(text) }));
  const { roots } = await foldOperations(readRecording(sources, { schema: traceSchema }), {
    schema: traceSchema,
  });
  const lines: string[] = [];
  const options = { schema: traceSchema, sha256: (text: string) => text };
  for await (const line of exportChrome(readRecording(sources), options)) lines.push(line);
  for await (const line of exportOtlp(readRecording(sources), options)) lines.push(line);
  return [...roots.map(({ name, outcome }) => `${name} ${outcome}`), ...lines];
}

/** On Node, whose types are asked for nowhere. */
export async function follow(): Promise<void> {
  const place = { root: '.loop-data', sessionId: 's' };
  const recording = await openRecording({ ...place, schema: traceSchema });
  for await (const item of followRecording(place, { intervalMs: 100 })) item.type satisfies string;
  await recording.close();
}

/** A vocabulary of one's own, its types inferred from its declarations. */
const jobs = defineTraceSchema({
  name: 'jobs',
  version: 1,
  events: {
    job: operation(
      event<{ jobId: string }>('A job begins.', { metadata: ['jobId'] }),
      event<{ jobId: string; outcome: 'done' | 'failed' }>('A job ends.'),
      { id: 'jobId' },
    ),
    'disk.full': event<{ free: number }>('No room is left.'),
  },
});
describeTraceSchema(jobs).events['job.started'] satisfies string | undefined;
export const ownStorage: TraceStorage = storage;
export const place: StoragePlace = {
  storage: () => storage,
  texts: () => Promise.resolve(storage.segments.map(({ text }) => text)),
  plant: async (text) => void (await (await storage.open()).append([text])),
};
storageSuite(
  () => place,
  (name, run) => [name, run] satisfies [string, () => Promise<void>],
);
createRedactor().text('plain').text satisfies string;

type JobEvents = typeof jobs extends TraceSchema<infer Events> ? Events : never;

export async function recordJobs(): Promise<void> {
  const { recorder } = await startRecording({ storage, sessionId: 's', schema: jobs });
  recorder satisfies Recorder<JobEvents>;
  ({ free: 1 }) satisfies JobEvents['disk.full'];
  recorder.record('disk.full', { free: 1 });
  recorder.begin('job', { jobId: 'x' }).complete({ jobId: 'x', outcome: 'done' });
  recorder.observe({ type: 'job.started', jobId: 'x' });
  const name: 'disk.full' | 'job.completed' = Math.random() > 1 ? 'disk.full' : 'job.completed';
  if (name === 'disk.full') recorder.record(name, { free: 1 });
  // @ts-expect-error a name that may be one of two is narrowed first
  recorder.record(name, { free: 1 });
  // @ts-expect-error an end has one of two outcomes
  recorder.begin('job', { jobId: 'x' }).complete({ jobId: 'x', outcome: 'maybe' });
  const more = { free: 1, used: 2 };
  // @ts-expect-error no such field, in a variable neither
  recorder.record('disk.full', more);
  // @ts-expect-error an end that was begun elsewhere needs its operation's id
  recorder.record('job.completed', { jobId: 'x', outcome: 'done' });
  // @ts-expect-error no such event
  recorder.record('disk.empty', { free: 1 });
  // @ts-expect-error the discriminator of one event with the fields of another
  recorder.observe({ type: 'job.started', free: 1 });
  // @ts-expect-error there is no such mode
  await startRecording({ storage, sessionId: 's', schema: jobs, mode: 'everything' });
}
// @ts-expect-error metadata keeps fields that the payload has
event<{ free: number }>('x', { metadata: ['used'] });
