// What is recorded, and where.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const noLimits = { recordingBytes: 2 ** 40, queueBytes: 2 ** 30, queueRecords: 10_000_000 };

/** About 2 KiB, of the fields that a tool's end has. */
export const payload = {
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

/** Lends a folder that is gone afterwards. */
export async function withFolder(task) {
  const folder = await mkdtemp(join(tmpdir(), 'loop-bench-'));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
