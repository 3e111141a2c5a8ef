// A recording in a store of objects: a segment is a folder, each write to it an object.
// Run it and see what holds: node examples/custom-storage/main.js
import { highestSeq } from '@loop/telemetry';

/**
 * @import { Resumption, SegmentSource, TraceSegment, TraceStorage } from '@loop/telemetry'
 * @import { Bucket } from './bucket.js'
 */

/**
 * One opening of the recording `sessionId`.
 *
 * @param {Bucket} bucket
 * @param {string} sessionId
 * @param {string} writer another one for each opening
 * @returns {TraceStorage}
 */
export function createObjectStorage(bucket, sessionId, writer) {
  return { resume, open };

  /** @returns {Promise<Resumption>} */
  async function resume() {
    const found = { lastSeq: 0, bytes: 0 };
    for (const { parts } of await segmentsOf(bucket, sessionId)) {
      for (const key of parts) {
        const text = await bucket.get(key);
        found.bytes += Buffer.byteLength(text);
        found.lastSeq = Math.max(found.lastSeq, highestSeq(text));
      }
    }
    return found;
  }

  /** @returns {Promise<TraceSegment>} */
  async function open() {
    const before = await segmentsOf(bucket, sessionId);
    const previous = before.at(-1)?.name ?? null;
    // Somebody else may begin one with the same number: the writer tells the two apart.
    const number = Number(previous?.slice(0, 6) ?? 0) + 1;
    const name = `${String(number).padStart(6, '0')}-${writer}`;
    const folder = `${sessionId}/${name}`;
    if (!(await bucket.putNew(`${folder}/`, ''))) throw new Error(`${folder} is there already.`);
    return { number, name, previous, ...writingTo(bucket, folder) };
  }
}

/**
 * What `readRecording` reads.
 *
 * @param {Bucket} bucket
 * @param {string} sessionId
 * @returns {Promise<SegmentSource[]>}
 */
export async function segmentSources(bucket, sessionId) {
  const segments = await segmentsOf(bucket, sessionId);
  return segments.map(({ name, parts }) => ({
    name,
    async *read() {
      for (const key of parts) yield Buffer.from(await bucket.get(key));
    },
  }));
}

/**
 * An object is put whole or not at all, and is safe once it is put: so a failure has written
 * nothing, and there is nothing to sync. It cannot write at once: `appendSync` is left out.
 *
 * @param {Bucket} bucket
 * @param {string} folder
 * @returns {Pick<TraceSegment, 'append' | 'sync' | 'close'>}
 */
function writingTo(bucket, folder) {
  let parts = 0;
  return {
    async append(lines) {
      const text = lines.join('');
      const key = `${folder}/${String(parts + 1).padStart(8, '0')}`;
      try {
        if (!(await bucket.putNew(key, text))) throw new Error(`${key} is there already.`);
      } catch (error) {
        throw Object.assign(/** @type {Error} */ (error), { writtenBytes: 0 });
      }
      parts++;
      return Buffer.byteLength(text);
    },
    sync: async () => {},
    close: async () => {},
  };
}

/**
 * @param {Bucket} bucket
 * @param {string} sessionId
 */
async function segmentsOf(bucket, sessionId) {
  /** @type {Map<string, string[]>} */
  const parts = new Map();
  for (const key of await bucket.list(`${sessionId}/`)) {
    const name = key.slice(sessionId.length + 1, key.lastIndexOf('/'));
    const known = parts.get(name) ?? [];
    parts.set(name, key.endsWith('/') ? known : [...known, key]);
  }
  return [...parts].map(([name, keys]) => ({ name, parts: keys }));
}
