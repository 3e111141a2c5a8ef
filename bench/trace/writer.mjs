// How many records a second get to the system: the writer, a whole recording, and other log writers.
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { traceSchema } from '@loop/events/trace';
import { openRecording } from '@loop/telemetry/node';
import pino from 'pino';
import SonicBoom from 'sonic-boom';
import { inTurns } from '../lib/turns.mjs';
import { noLimits, payload, withFolder } from './records.mjs';

const RECORDS = 40_000;
const unit = 'records of 2 KiB a second, as a ratio';

export const job = {
  name: 'trace writer',
  quick: 'ours',
  figures: {
    writer: { row: 'trace writer to sonic-boom', unit },
    recording: { row: 'trace recording to sonic-boom', unit },
    pino: { row: 'pino to sonic-boom', unit },
  },
  run: ({ share }) =>
    withFolder(async (folder) => {
      const count = Math.round(RECORDS * share);
      const own = () => mkdtemp(join(folder, 'of-one-'));
      const recording = await perSecond(count, recordingOf(await own()));
      const writer = await perSecond(count, await writerOf(await own()));
      const sonic = await perSecond(count, sonicBoomOf(await own()));
      const withPino = await perSecond(count, pinoOf(await own()));
      return { writer: writer / sonic, recording: recording / sonic, pino: withPino / sonic };
    }),
};

/** From the first call until all is with the system. @param write resolves with what closes it */
async function perSecond(count, write) {
  const from = performance.now();
  const close = await write(count);
  const seconds = (performance.now() - from) / 1_000;
  await close();
  return count / seconds;
}

function recordingOf(root) {
  return async (count) => {
    const recording = await openRecording({
      ...{ root, sessionId: 'bench', schema: traceSchema, mode: 'content' },
      ...{ limits: noLimits, sync: 'never' },
    });
    const scope = { operationId: 'op' };
    await inTurns(count, () => recording.recorder.record('tool.completed', payload, scope));
    await recording.flush();
    return () => recording.close();
  };
}

/** The writer has no entry of its own: nobody needs it without a recording, but for this. */
function importTelemetry(path) {
  return import(new URL(path, import.meta.resolve('@loop/telemetry')).href);
}

/** Its lines are made as sonic-boom's are: without the copy, the redaction and the bounds. */
async function writerOf(root) {
  const { createFileStorage } = await importTelemetry('node/file-storage.js');
  const { limitsFrom } = await importTelemetry('record/limits.js');
  const { resume, Writer } = await importTelemetry('record/writer.js');
  const storage = createFileStorage({ root, sessionId: 'bench', writer: '0badf00d' });
  const clock = { now: Date.now, mono: () => performance.now() * 1_000 };
  const head = {
    ...{ sessionId: 'bench', writer: '0badf00d', schema: { name: 'x', version: 1 } },
    producer: { name: 'bench', version: '0' },
  };
  const options = {
    ...{ storage, head, clock, sync: 'never', limits: limitsFrom(noLimits) },
    ...{ mode: () => 'content', defer: setImmediate, onDiagnostic: undefined },
  };
  return async (count) => {
    const { queue, pump } = new Writer(options, await resume(storage));
    await pump.open('content');
    await inTurns(count, (n) => {
      queue.push({ seq: n + 1, text: `${JSON.stringify(line())}\n`, spare: false, sync: false });
    });
    await pump.flush();
    return () => pump.close('content');
  };
}

function sonicBoomOf(folder) {
  return async (count) => {
    const boom = new SonicBoom({ dest: join(folder, 'sonic-boom'), sync: false });
    await inTurns(count, () => boom.write(`${JSON.stringify(line())}\n`));
    boom.end();
    await once(boom, 'close');
    return () => {};
  };
}

function pinoOf(folder) {
  return async (count) => {
    const destination = pino.destination({ dest: join(folder, 'pino'), sync: false });
    const logger = pino({ redact: ['result.details.token'] }, destination);
    await inTurns(count, () => logger.info(line()));
    destination.end();
    await once(destination, 'close');
    return () => {};
  };
}

function line() {
  return { seq: 1, time: new Date().toISOString(), name: 'tool.completed', data: payload };
}
