// Shows a trace without a stream: recorded, crashed, gone on with, and read.
// node examples/tracing-alone/main.js
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingFolder, verifyRecording } from '@loop/telemetry/node';
import { runExample, waitFor } from '../support/example.js';
import { ending, readImports } from './read.js';

const KEY = 'swordfish-and-chips';

await runExample(async ({ shows, atEnd }) => {
  const root = await mkdtemp(join(tmpdir(), 'loop-example-'));
  atEnd(() => rm(root, { recursive: true, force: true }));
  const folder = await recordingFolder(root, 'import-7');

  assert.deepEqual(await runJob(root, 'dies'), [null, 'SIGKILL']);
  const [crashed] = (await readImports(root)).jobs;
  assert.ok(crashed);
  assert.equal(ending(crashed), 'crashed');
  assert.deepEqual(crashed.children.map(ending), ['ok', 'ok', 'crashed']);
  assert.deepEqual(
    crashed.children.map(({ points }) => points.map(({ name }) => name)),
    [[], ['row.skipped'], []],
  );
  shows('a process that is killed leaves what it had done, and what it was at');

  // A loss of power leaves half a line.
  const [segment = ''] = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  await appendFile(join(folder, segment), '{"v":1,"seq":');
  const damaged = await verifyRecording({ root, sessionId: 'import-7' });
  assert.equal(damaged.counts['torn-tail'], 1);
  shows('half a line is told, and hides nothing that is whole');

  assert.deepEqual(await runJob(root, 'ends'), [0, null]);
  const { records, jobs } = await readImports(root);
  assert.deepEqual(jobs.map(ending), ['crashed', 'ok']);
  assert.deepEqual(jobs[1]?.children.map(ending), ['ok', 'ok', 'ok']);
  const numbers = records.map(({ seq }) => seq);
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
  );
  shows('the next process goes on behind it, in a file of its own');

  const files = await readdir(folder);
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  assert.equal(texts.join('').includes(KEY), false);
  assert.match(
    String(jobs[1]?.children[0]?.started?.data['request']),
    /^POST \/fetch\?as=\[redact/,
  );
  shows('a credential that was registered is in none of the files');
});

/**
 * @param {string} root
 * @param {'dies' | 'ends'} way
 */
function runJob(root, way) {
  const job = spawn(process.execPath, [join(import.meta.dirname, 'job.js'), root, way], {
    stdio: 'inherit',
    env: { ...process.env, IMPORT_KEY: KEY },
  });
  return waitFor('the job', once(job, 'close'));
}
