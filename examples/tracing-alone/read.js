// Reads a recording, whatever has become of its writers. `loop-trace tree` shows the same.
import { foldOperations } from '@loop/telemetry';
import { readRecording } from '@loop/telemetry/node';
import { schema } from './vocabulary.js';

/** @import { OperationNode, ReadRecord } from '@loop/telemetry' */

/** @param {string} root */
export async function readImports(root) {
  const place = { root, sessionId: 'import-7' };
  /** @type {ReadRecord[]} */
  const records = [];
  for await (const item of readRecording(place, { schema })) {
    if (item.type === 'record') records.push(item.record);
  }
  const { roots } = await foldOperations(readRecording(place, { schema }), { schema });
  return { records, jobs: roots };
}

/**
 * How it ended, or why it did not.
 *
 * @param {OperationNode} operation
 * @returns {string}
 */
export function ending({ outcome, missing }) {
  return missing ?? outcome;
}
