// What a record costs the caller, beside its JSON alone.
import { traceSchema } from '@loop/events/trace';
import { startRecording } from '@loop/telemetry';
import { noLimits, payload } from './records.mjs';

const BATCHES = 40;
const WARM_BATCHES = 20;

export const job = {
  name: 'trace recorder',
  quick: 'ours',
  figures: {
    cost: {
      row: 'trace recorder: record() of 2 KiB to its JSON.stringify',
      unit: "the caller's time, as a ratio",
    },
  },
  async run({ share }) {
    const recording = await startRecording({
      storage: storageOfNothing(),
      ...{ sessionId: 'bench', schema: traceSchema, mode: 'content', limits: noLimits },
    });
    const scope = { runId: 'run-1', operationId: 'op-1' };
    const times = { record: 0, stringify: 0 };
    // Batches by turns, so that both meet the same machine.
    for (let batch = 0; batch < BATCHES * share + WARM_BATCHES; batch++) {
      const record = timed(() => recording.recorder.record('tool.completed', payload, scope));
      const stringify = timed(() => JSON.stringify(payload));
      await recording.flush();
      if (batch < WARM_BATCHES) continue;
      times.record += record;
      times.stringify += stringify;
    }
    await recording.close();
    return { cost: times.record / times.stringify };
  },
};

function timed(task) {
  const from = performance.now();
  for (let n = 0; n < 500; n++) task();
  return performance.now() - from;
}

function storageOfNothing() {
  const segment = {
    ...{ number: 1, name: '000001-bench', previous: null },
    append: (lines) => Promise.resolve(lines.length),
    sync: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return {
    resume: () => Promise.resolve({ lastSeq: 0, bytes: 0 }),
    open: () => Promise.resolve(segment),
  };
}
