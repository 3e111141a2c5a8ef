// Verifying a recording, beside the obvious way to read its lines.
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { traceSchema } from '@loop/events/trace';
import { openRecording, recordingFolder, verifyRecording } from '@loop/telemetry/node';
import { inTurns } from '../lib/turns.mjs';
import { noLimits, payload, withFolder } from './records.mjs';

/** Of 2 KiB each. */
const RECORDS = 32_000;
/** The first compiles what the others run. */
const ROUNDS = 3;

export const job = {
  name: 'trace reader',
  quick: 'ours',
  figures: {
    time: {
      row: 'trace reader: verify of 64 MiB to readline and JSON.parse',
      unit: 'time, as a ratio',
    },
  },
  run: ({ share }) =>
    withFolder(async (root) => {
      await record(root, Math.round(RECORDS * share));
      const ms = { verify: 0, parse: 0 };
      for (let round = 0; round < ROUNDS; round++) {
        const verified = await timed(() => verify(root));
        const parsed = await timed(() => parse(root));
        if (verified.records !== parsed.records) {
          throw new Error(`${verified.records} records verified, ${parsed.records} read`);
        }
        if (round === 0) continue;
        ms.verify += verified.ms;
        ms.parse += parsed.ms;
      }
      return { time: ms.verify / ms.parse };
    }),
};

async function timed(read) {
  const from = performance.now();
  const records = await read();
  return { records, ms: performance.now() - from };
}

async function verify(root) {
  const { records } = await verifyRecording({ root, sessionId: 'bench' }, { schema: traceSchema });
  return records;
}

async function parse(root) {
  const folder = await recordingFolder(root, 'bench');
  let records = 0;
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.jsonl'))) {
    const lines = createInterface({ input: createReadStream(join(folder, name)) });
    for await (const line of lines) if ('name' in JSON.parse(line)) records++;
  }
  return records;
}

async function record(root, count) {
  const recording = await openRecording({
    ...{ root, sessionId: 'bench', schema: traceSchema, mode: 'content', limits: noLimits },
  });
  const scope = { operationId: 'op' };
  await inTurns(count, () => recording.recorder.record('tool.completed', payload, scope));
  await recording.close();
}
