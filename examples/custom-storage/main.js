// Shows a storage of one's own, and what the recorder expects of any.
// node examples/custom-storage/main.js
import assert from 'node:assert/strict';
import { defineTraceSchema, event, isDamage, readRecording, startRecording } from '@loop/telemetry';
import { storageSuite } from '@loop/telemetry/testing';
import { runExample, waitFor } from '../support/example.js';
import { Bucket } from './bucket.js';
import { createObjectStorage, segmentSources } from './storage.js';

/**
 * @import { EventDeclaration, RecordingDiagnostic, SegmentSource } from '@loop/telemetry'
 * @import { StoragePlace } from '@loop/telemetry/testing'
 */

/** @type {EventDeclaration<{ count: number }>} */
const counted = event('Something was counted.', { metadata: ['count'] });
const schema = defineTraceSchema({ name: 'counts', version: 1, events: { counted } });

await runExample(async ({ shows, atEnd }) => {
  await suiteHolds();
  shows('what every storage must do: the suite holds');
  await openingsGoOn(atEnd);
  shows('each opening goes on behind the one before it, whose torn end stays as it is');
  await failuresWait();
  shows('while the service is away a run goes on; what was recorded is there once when it is back');
});

async function suiteHolds() {
  /** @type {Map<string, () => Promise<void>>} */
  const checks = new Map();
  // In your tests: storageSuite(emptyPlace, test)
  storageSuite(emptyPlace, (name, run) => checks.set(name, run));
  for (const [name, check] of checks) await assert.doesNotReject(check, name);
}

/** @returns {StoragePlace} */
function emptyPlace() {
  const bucket = new Bucket();
  let openings = 0;
  const storage = () => createObjectStorage(bucket, 's', `w${++openings}`);
  return {
    storage,
    texts: async () => Promise.all((await segmentSources(bucket, 's')).map(textOf)),
    plant: async (text) => void (await (await storage().open()).append([text])),
  };
}

/** @param {SegmentSource} source */
async function textOf(source) {
  const chunks = [];
  for await (const chunk of source.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** @param {(stop: () => unknown) => void} atEnd */
async function openingsGoOn(atEnd) {
  const bucket = new Bucket();
  for (const writer of ['a', 'b', 'c']) {
    const recording = await open(bucket, writer);
    atEnd(() => recording.close());
    for (const count of [1, 2]) recording.recorder.record('counted', { count });
    assert.deepEqual(await recording.flush(), { ok: true });
    // It dies in the middle of a line.
    const [folder] = (await bucket.list('s/')).filter((key) => key.endsWith(`-${writer}/`));
    await bucket.putNew(`${folder}99999999`, '{"v":1,"seq":9,"na');
  }
  assert.deepEqual(await read(bucket), { numbers: [1, 2, 3, 4, 5, 6], torn: 3, damage: 0 });
}

async function failuresWait() {
  const bucket = new Bucket();
  /** @type {(diagnostic: RecordingDiagnostic) => void} */
  let onDiagnostic = () => {};
  const recording = await open(bucket, 'a', (diagnostic) => onDiagnostic(diagnostic));
  recording.recorder.record('counted', { count: 1 });
  assert.deepEqual(await recording.flush(), { ok: true });
  bucket.isAway = true;
  recording.recorder.record('counted', { count: 2 });
  assert.deepEqual(await recording.flush(), { ok: false, reason: 'degraded' });

  const change = new Promise((resolve) => (onDiagnostic = resolve));
  bucket.isAway = false;
  assert.equal((await waitFor('the next try', change)).state, 'active');
  recording.recorder.record('counted', { count: 3 });
  assert.deepEqual(await recording.close(), { ok: true });
  assert.deepEqual(await read(bucket), { numbers: [1, 2, 3], torn: 0, damage: 0 });
}

/**
 * @param {Bucket} bucket
 * @param {string} writer
 * @param {(diagnostic: RecordingDiagnostic) => void} [onDiagnostic]
 */
function open(bucket, writer, onDiagnostic = () => {}) {
  const storage = createObjectStorage(bucket, 's', writer);
  return startRecording({ storage, sessionId: 's', schema, onDiagnostic });
}

/** What is there: the numbers of records, and what is wrong. @param {Bucket} bucket */
async function read(bucket) {
  const found = { numbers: /** @type {number[]} */ ([]), torn: 0, damage: 0 };
  for await (const item of readRecording(await segmentSources(bucket, 's'), { schema })) {
    if (item.type === 'record') found.numbers.push(item.record.seq);
    if (item.type !== 'problem') continue;
    if (item.problem.kind === 'torn-tail') found.torn++;
    if (isDamage(item.problem)) found.damage++;
  }
  return found;
}
