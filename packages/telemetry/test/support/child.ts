// A process that records, in the way its first argument says, to the root in the second. It is
// bundled and started by run-child.ts.
import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openRecording } from '../../src/node/open-recording.ts';
import { createFileStorage } from '../../src/node/file-storage.ts';
import { nodeFileSystem, type FileSystem } from '../../src/node/file-system.ts';
import { startRecording, type Recording } from '../../src/record/recording.ts';
import { testSchema, type TestEvents } from './schema.ts';

const [way = '', root = '', text = '2000'] = process.argv.slice(2);
const pad = 'x'.repeat(Number(text));

const ways: Record<string, () => Promise<void>> = {
  /** Ends by itself, with everything written, though nobody closes. */
  async forgotten() {
    const recording = await open();
    note(recording, 300);
  },
  /** Exits after everything but the recorder was let go of, and collected. */
  async recorderOnly() {
    const { recorder } = await open();
    setFlagsFromString('--expose-gc');
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      (runInNewContext('gc') as () => void)();
    }
    for (let level = 0; level < 300; level++) recorder.record('note', { text: pad, level });
    process.exit(0);
  },
  /** Exits with a batch under way and more in the queue. */
  async exit() {
    const recording = await open();
    note(recording, 300);
    await new Promise((resolve) => setImmediate(resolve));
    note(recording, 300);
    process.exit(0);
  },
  /** The same by an error that nobody caught. */
  async uncaught() {
    note(await open(), 600);
    setImmediate(() => {
      throw new Error('nobody catches it');
    });
  },
  /** Exits with more waiting than may be written in the time there is. */
  async forgottenByOthers() {
    const recordings = await Promise.all(['a', 'b', 'c'].map((sessionId) => open(sessionId)));
    for (const recording of recordings) note(recording, 100);
    process.exit(0);
  },
  /** Its disk is full. It has to end by itself nevertheless. */
  async degraded() {
    const files = {
      ...nodeFileSystem,
      write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    };
    const storage = createFileStorage({ root, sessionId: 's1', writer: '0badd15c', files });
    const recording = await startRecording({ storage, sessionId: 's1', schema: testSchema });
    note(recording, 10);
    await recording.flush();
    writeSync(1, `${recording.status().state}\n`);
  },
  /** Records until it is killed, and tells how far it is sure to have come. */
  async endless() {
    await recordForEver(await open());
  },
  /** The same on a system that writes a little at a time, so that it dies in the middle of a line. */
  async piecemeal() {
    const files: FileSystem = {
      ...nodeFileSystem,
      write: (fd, bytes, offset) =>
        nodeFileSystem.write(fd, bytes.subarray(0, offset + 700), offset),
    };
    const storage = createFileStorage({ root, sessionId: 's1', writer: '0badd15c', files });
    await recordForEver(
      await startRecording({ storage, sessionId: 's1', schema: testSchema, mode: 'content' }),
    );
  },
  /** Records its share beside another process. */
  async share() {
    const recording = await open();
    for (let i = 0; i < 25; i++) {
      note(recording, 20);
      await recording.flush();
    }
    await recording.close();
  },
};

await ways[way]?.();

async function recordForEver(recording: Recording<TestEvents>): Promise<void> {
  for (let count = 0; ; count += 20) {
    note(recording, 20);
    if (count % 60 === 0) await recording.flush();
    else await new Promise((resolve) => setImmediate(resolve));
    writeSync(1, `${recording.status().written}\n`);
  }
}

function open(sessionId = 's1'): Promise<Recording<TestEvents>> {
  return openRecording({ root, sessionId, schema: testSchema, mode: 'content' });
}

function note(recording: Recording<TestEvents>, count: number): void {
  for (let level = 0; level < count; level++)
    recording.recorder.record('note', { text: pad, level });
}
