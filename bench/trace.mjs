// What a trace costs: the caller of the recorder, the writer beside other log writers, the reader
// beside the obvious way. Everything is a ratio within this run; see ../PERFORMANCE.md.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { traceSchema } from '@loop/events/trace';
import { startRecording } from '@loop/telemetry';
// The writer has no entry of its own: nobody needs it without a recording, but for this.
import { createFileStorage } from '../packages/telemetry/dist/node/file-storage.js';
import { limitsFrom } from '../packages/telemetry/dist/record/limits.js';
import { resume, Writer } from '../packages/telemetry/dist/record/writer.js';
import { openRecording, recordingFolder, verifyRecording } from '@loop/telemetry/node';
import pino from 'pino';
import SonicBoom from 'sonic-boom';
import { spread } from './lib/statistics.mjs';

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const repeats = options.quick ? 3 : 9;
const share = options.quick ? 0.2 : 1;
const scratch = await mkdtemp(join(tmpdir(), 'loop-bench-'));
const noLimit = { recordingBytes: 2 ** 40, queueBytes: 2 ** 30, queueRecords: 10_000_000 };

/** About 2 KiB, of the fields that a tool's end has. */
const payload = {
  toolCallId: 'call_3f1c9a528d1e',
  toolName: 'read',
  isError: false,
  durationMs: 12.5,
  result: {
    content: [
      { type: 'text', text: 'export function add(a, b) {\n  return a + b;\n}\n'.repeat(36) },
    ],
    details: { path: 'src/add.js', lines: 120, truncated: false, range: [1, 120] },
  },
};

let rootOfReader;

const scenarios = {
  'recorder: CPU of one record() of 2 KiB, to JSON.stringify': recorder,
  'writer: records a second at 2 KiB, to sonic-boom': writer,
  'reader: verify of 64 MiB, to readline and JSON.parse (time)': reader,
};

try {
  for (const [name, run] of Object.entries(scenarios)) {
    const rounds = [];
    for (let repeat = 0; repeat < repeats; repeat++) rounds.push(await run());
    console.log(`\n${name}`);
    for (const key of Object.keys(rounds[0])) {
      const { median, min, max } = spread(rounds.map((round) => round[key]));
      console.log(
        `  ${key.padEnd(28)} ${median.toFixed(2)}  (${min.toFixed(2)} to ${max.toFixed(2)})`,
      );
    }
  }
} finally {
  await rm(scratch, { recursive: true });
}

/** Batches by turns, so that both meet the same machine. */
async function recorder() {
  const sink = {
    number: 1,
    name: '000001-bench',
    previous: null,
    append: (lines) => Promise.resolve(lines.length),
    sync: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const recording = await startRecording({
    storage: {
      resume: () => Promise.resolve({ lastSeq: 0, bytes: 0 }),
      open: () => Promise.resolve(sink),
    },
    ...{ sessionId: 'bench', schema: traceSchema, mode: 'content', limits: noLimit },
  });
  const scope = { runId: 'run-1', operationId: 'op-1' };
  const times = { record: 0, stringify: 0 };
  for (let batch = 0; batch < 40 * share + 5; batch++) {
    const isWarm = batch >= 5;
    const record = timed(() => recording.recorder.record('tool.completed', payload, scope));
    const stringify = timed(() => JSON.stringify(payload));
    if (isWarm) {
      times.record += record;
      times.stringify += stringify;
    }
    await recording.flush();
  }
  await recording.close();
  return { 'record() / JSON.stringify': times.record / times.stringify };
}

function timed(task) {
  const from = performance.now();
  for (let n = 0; n < 500; n++) task();
  return performance.now() - from;
}

/** The same records, from the first call until all is with the system. */
async function writer() {
  const count = Math.round(40_000 * share);
  const ours = await perSecond(count, async () => {
    const recording = await openRecording({
      ...{ root: await mkdtemp(join(scratch, 'root-')), sessionId: 'bench', schema: traceSchema },
      ...{ mode: 'content', limits: noLimit, sync: 'never' },
    });
    await inTurns(count, () =>
      recording.recorder.record('tool.completed', payload, { operationId: 'op' }),
    );
    await recording.flush();
    return () => recording.close();
  });
  const alone = await perSecond(count, () => writerAlone(count));
  const sonic = await perSecond(count, async () => {
    const boom = new SonicBoom({ dest: join(scratch, `sonic-${Math.random()}`), sync: false });
    await inTurns(count, () => boom.write(`${JSON.stringify(lineOf())}\n`));
    boom.end();
    await once(boom, 'close');
    return () => {};
  });
  const withPino = await perSecond(count, async () => {
    const destination = pino.destination({
      dest: join(scratch, `pino-${Math.random()}`),
      sync: false,
    });
    const logger = pino({ redact: ['result.details.token'] }, destination);
    await inTurns(count, () => logger.info(lineOf()));
    destination.end();
    await once(destination, 'close');
    return () => {};
  });
  return {
    'writer / sonic-boom': alone / sonic,
    'recording / sonic-boom': ours / sonic,
    'pino / sonic-boom': withPino / sonic,
  };
}

/** Lines that are made as sonic-boom's are: without the copy, the redaction and the bounds. */
async function writerAlone(count) {
  const storage = createFileStorage({
    ...{ root: await mkdtemp(join(scratch, 'root-')), sessionId: 'bench', writer: '0badf00d' },
  });
  const clock = { now: Date.now, mono: () => performance.now() * 1_000 };
  const head = {
    ...{ sessionId: 'bench', writer: '0badf00d', schema: { name: 'x', version: 1 } },
    producer: { name: 'bench', version: '0' },
  };
  const { queue, pump } = new Writer(
    {
      ...{ storage, head, clock, sync: 'never', limits: limitsFrom(noLimit) },
      ...{ mode: () => 'content', defer: setImmediate, onDiagnostic: undefined },
    },
    await resume(storage),
  );
  await pump.open('content');
  let seq = 0;
  await inTurns(count, () => {
    queue.push({ seq: ++seq, text: `${JSON.stringify(lineOf())}\n`, spare: false, sync: false });
  });
  await pump.flush();
  return () => pump.close('content');
}

function lineOf() {
  return { seq: 1, time: new Date().toISOString(), name: 'tool.completed', data: payload };
}

async function perSecond(count, work) {
  const from = performance.now();
  const after = await work();
  const seconds = (performance.now() - from) / 1_000;
  await after();
  return count / seconds;
}

/** As an agent does: some, and then the event loop has its turn. */
async function inTurns(count, task) {
  for (let n = 0; n < count; n += 100) {
    for (let at = n; at < Math.min(n + 100, count); at++) task();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function reader() {
  const root = await recordedOnce();
  const place = { root, sessionId: 'bench' };
  const from = performance.now();
  const { records } = await verifyRecording(place, { schema: traceSchema });
  const verified = performance.now() - from;
  const folder = await recordingFolder(root, 'bench');
  const again = performance.now();
  let parsed = 0;
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.jsonl'))) {
    const lines = createInterface({ input: createReadStream(join(folder, name)) });
    for await (const line of lines) if ('name' in JSON.parse(line)) parsed++;
  }
  const read = performance.now() - again;
  if (records !== parsed) throw new Error(`${records} records verified, ${parsed} read`);
  return { 'verify / readline': verified / read };
}

async function recordedOnce() {
  if (rootOfReader) return rootOfReader;
  rootOfReader = await mkdtemp(join(scratch, 'read-'));
  const recording = await openRecording({
    ...{
      root: rootOfReader,
      sessionId: 'bench',
      schema: traceSchema,
      mode: 'content',
      limits: noLimit,
    },
  });
  await inTurns(Math.round(32_000 * share), () =>
    recording.recorder.record('tool.completed', payload, { operationId: 'op' }),
  );
  await recording.close();
  const folder = await recordingFolder(rootOfReader, 'bench');
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
  );
  console.log(`\nreads ${Math.round(sizes.reduce((sum, size) => sum + size) / 2 ** 20)} MiB`);
  return rootOfReader;
}
