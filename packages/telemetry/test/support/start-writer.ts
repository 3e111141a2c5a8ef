import type { CaptureMode } from '@loop/events/trace';
import { platformClock } from '../../src/record/clock.ts';
import { limitsFrom, type TraceLimits } from '../../src/record/limits.ts';
import type { SyncPolicy } from '../../src/record/recording-status.ts';
import type { RecordingDiagnostic } from '../../src/record/states.ts';
import type { TraceStorage } from '../../src/record/storage.ts';
import { resume, Writer } from '../../src/record/writer.ts';
import { recordLine } from './lines.ts';

/** What brings lines to a storage, without a recorder in front. */
export interface StartedWriter {
  writer: Writer;
  diagnostics: RecordingDiagnostic[];
  mode: CaptureMode;
  /** Pushes so many further lines. */
  push(count: number, options?: Parameters<typeof recordLine>[1]): void;
  close(): ReturnType<Writer['pump']['close']>;
}

/** Opens one, as a recording does. */
export async function startWriter(
  storage: TraceStorage,
  { limits, sync = 'never' }: { limits?: Partial<TraceLimits>; sync?: SyncPolicy } = {},
): Promise<StartedWriter> {
  const diagnostics: RecordingDiagnostic[] = [];
  const resumption = await resume(storage);
  let seq = 'error' in resumption ? 0 : resumption.lastSeq;
  const writer = new Writer(
    {
      ...{ storage, sync, clock: platformClock, limits: limitsFrom(limits) },
      head: {
        ...{ sessionId: 'session', writer: 'a1b2c3d4' },
        ...{ schema: { name: 'test', version: 1 }, producer: { name: 'test', version: '1' } },
      },
      mode: () => started.mode,
      defer: (task) => void setTimeout(task, 0),
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    },
    resumption,
  );
  const started: StartedWriter = {
    ...{ writer, diagnostics, mode: 'content' },
    push(count, options) {
      for (let i = 0; i < count; i++) writer.queue.push(recordLine(++seq, options));
    },
    close() {
      writer.queue.refuse('closed');
      return writer.pump.close(started.mode);
    },
  };
  await writer.pump.open('content');
  return started;
}
