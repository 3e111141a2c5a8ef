import type { AnyEvent, ModelChoice, QueueChanged, QueuedInput, SessionEvents } from '@loop/events';
import type { SessionTrace } from '@loop/events/trace';
import { randomUUID } from 'node:crypto';
import type { SessionFile } from '../sessions/session-file.js';

/** Records each attempt to save a session, and how it ended. */
export function tracedSave(
  trace: SessionTrace,
  save: (file: SessionFile) => Promise<void>,
): (file: SessionFile) => Promise<void> {
  return (file) => {
    const saveId = randomUUID();
    const { length: messageCount } = file.saved.messages;
    trace.observe({ type: 'session.save.started', saveId, messageCount });
    return ending(
      () => save(file),
      (result) => trace.observe({ type: 'session.save.completed', saveId, ...result }),
    );
  };
}

/** Records a change of the preset, from the wish to its being kept. */
export function tracedPermissionChange(
  trace: SessionTrace,
  change: { preset: string; previousPreset: string },
  keep: () => Promise<void>,
): Promise<void> {
  const about = { changeId: randomUUID(), ...change, source: 'user' } as const;
  trace.observe({ type: 'permission.change.started', ...about });
  return ending(keep, (result) =>
    trace.observe({ type: 'permission.change.completed', ...about, ...result }),
  );
}

/** Records a change of the model, from the wish to its being kept. */
export function tracedModelChange(
  trace: SessionTrace,
  change: { model: ModelChoice; previous?: ModelChoice },
  keep: () => Promise<void>,
): Promise<void> {
  const about = { changeId: randomUUID(), ...change };
  const operation = trace.begin('model.change', about);
  return ending(keep, (result) => operation.complete({ ...about, ...result }));
}

/** Records each input that leaves the queue to run. */
export function traceConsumedInputs(trace: SessionTrace, events: SessionEvents): void {
  let waiting: readonly QueuedInput[] = [];
  events.onEvent(({ event }) => {
    if (!isQueueChange(event)) return;
    const input = waiting.find(({ inputId }) => inputId === event.consumed);
    waiting = event.items;
    if (event.consumed === undefined) return;
    const { requestId, mode } = input ?? {};
    trace.record('input.consumed', {
      inputId: event.consumed,
      ...(requestId === undefined ? {} : { requestId }),
      ...(mode === undefined ? {} : { mode }),
    });
  });
}

function isQueueChange(event: AnyEvent): event is QueueChanged {
  return event.type === 'queue_changed';
}

type Result = { outcome: 'saved' } | { outcome: 'failed'; errorMessage: string };

/** Does the work and tells how it ended. @throws what the work throws */
async function ending(work: () => Promise<void>, tell: (result: Result) => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    const errorMessage = error instanceof Error ? error.message : String(error);
    tell({ outcome: 'failed', errorMessage });
    throw error;
  }
  tell({ outcome: 'saved' });
}
