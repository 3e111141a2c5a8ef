import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { traceSchema } from '@loop/events/trace';
import type { TraceEvents } from '@loop/events/trace';
import { openRecording } from '../../src/node/open-recording.js';
import { recordingFolder } from '../../src/node/recording-folder.js';
import type { Recording } from '../../src/record/recording.js';

/** When all samples begin. */
export const BEGIN = Date.parse('2026-11-01T10:00:00.000Z');

/** A recording that is being written, by a clock that goes when it is told. */
export interface Sample {
  recording: Recording<TraceEvents>;
  recorder: Recording<TraceEvents>['recorder'];
  /** Lets so many milliseconds go by. */
  pass(ms: number): void;
  /** The same, but the steady clock stands still. */
  sleep(ms: number): void;
  folder: string;
}

/** Opens a recording below a root. */
export async function openSample(
  root: string,
  sessionId: string,
  { mode = 'content', at = BEGIN }: { mode?: 'content' | 'metadata'; at?: number } = {},
): Promise<Sample> {
  let passed = 0;
  let slept = 0;
  const recording = await openRecording({
    ...{ root, sessionId, schema: traceSchema, mode },
    producer: { name: 'sample', version: '1.0.0' },
    clock: {
      now: () => at + Math.floor(passed + slept),
      mono: () => 1000 + Math.round(passed * 1000),
    },
  });
  const folder = await recordingFolder(root, sessionId);
  return {
    recording,
    recorder: recording.recorder,
    folder,
    pass: (ms) => void (passed += ms),
    sleep: (ms) => void (slept += ms),
  };
}

/** A session of two runs: the first goes well, the second fails in a tool. */
export async function writeTwoRuns(root: string, sessionId = 'alpha-1'): Promise<string> {
  const { recording, recorder, pass, folder } = await openSample(root, sessionId);
  recorder.record('session.attached', {});

  const first = { runId: 'run-1' };
  const run = recorder.begin('run', { requestId: 'q1', acceptedAt: BEGIN }, first);
  const inRun = { ...first, parentOperationId: run.operationId };
  pass(100);
  const request = recorder.begin(
    'model.request',
    { purpose: 'main', provider: 'acme', model: 'acme-large' },
    inRun,
  );
  pass(3200);
  request.complete({ stopReason: 'toolUse', usage: { input: 1240, output: 350 } });
  const left = recorder.begin(
    'tool',
    { toolCallId: 'c1', toolName: 'read', args: { path: 'a.txt' } },
    inRun,
  );
  pass(50);
  const right = recorder.begin(
    'tool',
    { toolCallId: 'c2', toolName: 'shell', args: { command: 'ls' } },
    inRun,
  );
  pass(100);
  left.complete({ toolCallId: 'c1', toolName: 'read', result: 'text', isError: false });
  pass(400);
  right.complete({ toolCallId: 'c2', toolName: 'shell', result: 'a.txt', isError: false });
  recorder.record('queue.changed', { items: [] }, first);
  recorder.record(
    'context.budget.updated',
    { tokens: 1590, contextWindow: 200_000, percent: 1 },
    first,
  );
  pass(10);
  run.complete({ outcome: 'completed' });

  pass(60_000);
  const second = { runId: 'run-2' };
  const failing = recorder.begin('run', { requestId: 'q2', acceptedAt: BEGIN }, second);
  const inFailing = { ...second, parentOperationId: failing.operationId };
  const asked = recorder.begin(
    'model.request',
    { purpose: 'main', model: 'acme-large' },
    inFailing,
  );
  pass(1500);
  asked.complete({ stopReason: 'toolUse' });
  const broken = recorder.begin(
    'tool',
    { toolCallId: 'c3', toolName: 'shell', args: { command: 'make' } },
    inFailing,
  );
  pass(700);
  broken.complete({
    ...{ toolCallId: 'c3', toolName: 'shell', result: null, isError: true },
    errorMessage: 'make: *** No rule to make target',
  });
  pass(20);
  failing.complete({ outcome: 'error', errorMessage: 'The tool failed.' });
  await recording.close();
  return folder;
}

/** A session whose process died in a tool. */
export async function writeCrash(root: string, sessionId = 'beta-2'): Promise<string> {
  const at = BEGIN + 3_600_000;
  const { recording, recorder, pass, folder } = await openSample(root, sessionId, { at });
  const run = recorder.begin('run', { requestId: null, acceptedAt: at }, { runId: 'run-9' });
  pass(5);
  recorder.begin(
    'tool',
    { toolCallId: 'c1', toolName: 'shell', args: {} },
    { runId: 'run-9', parentOperationId: run.operationId },
  );
  await recording.flush();
  await rm(join(folder, 'writer.json'), { force: true });
  return folder;
}
