// A program that records what it does, and may die in the middle of it.
// Run it and read what it left: node examples/tracing-alone/main.js
import { openRecording } from '@loop/telemetry/node';
import { schema } from './vocabulary.js';

const [, , root = '.loop-data', way] = process.argv;
const key = process.env['IMPORT_KEY'] ?? '';

const recording = await openRecording({
  root,
  sessionId: 'import-7',
  schema,
  // Names, times and ids only, unless somebody wants more.
  mode: 'content',
  // A value that no record may hold. Credentials of known shapes go by themselves.
  redact: { secrets: [key] },
});
const { recorder } = recording;
const runId = crypto.randomUUID();

const job = recorder.begin('job', { file: 'orders.csv' }, { runId });
for (const name of ['fetch', 'check', 'store']) {
  const scope = { runId, parentOperationId: job.operationId };
  const step = recorder.begin('step', { name, request: `POST /${name}?as=${key}` }, scope);
  if (name === 'check') {
    const { operationId } = step;
    recorder.record('row.skipped', { row: 2, text: 'no price' }, { runId, operationId });
  }
  if (name === 'store' && way === 'dies') {
    // What is flushed is with the system, and outlives the process.
    await recording.flush();
    process.kill(process.pid, 'SIGKILL');
  }
  step.complete({ outcome: 'ok', rows: 3 });
}
job.complete({ outcome: 'ok' });
await recording.close();
