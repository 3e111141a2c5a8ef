import type { AnyEvent } from '@loop/events';
import type { AgentLike } from './agent-like.js';
import type { AttachableSession, Attachment, AttachOptions, NewInput } from './attachment.js';
import { LoopPiError } from './errors.js';
import { inputsOf } from './inputs.js';
import { QueueIds } from './queue-ids.js';
import { createRunEnd } from './run-end.js';
import { translate } from './translate.js';

/**
 * Feeds a pi agent's events into a session: names translated, queued inputs with ids, and every run
 * settled once. A run that the agent starts by itself begins with its first event.
 *
 * Nothing that happens here reaches the agent: pi awaits its listeners, and one that throws would
 * fail the run. Messages that an agent holds without events (its system message, restored ones)
 * are not seen; bring them in with `session.append`.
 */
export function attachAgent(
  agent: AgentLike,
  session: AttachableSession,
  { onError = console.error }: AttachOptions = {},
): Attachment {
  const ids = new QueueIds();
  const inputs = inputsOf(agent, {
    ids,
    publish: (change) => guard(() => session.publish(change)),
    report,
  });
  const runEnd = createRunEnd({
    agent,
    activeRunId: () => session.activeRunId,
    hasQueued: () => inputs.items.length > 0,
    settle: ({ aborted }) => guard(() => settle(aborted)),
  });
  let isAttached = true;
  let cancelledRunId: string | null = null;
  const unsubscribe = agent.subscribe((event) => {
    if (isAttached) take(event);
  });

  return Object.assign(detach, { run, enqueue, remove: inputs.remove, cancel });

  function take(event: AnyEvent): void {
    guard(() => {
      if (event.type === 'agent_settled') inputs.restore();
      const change = inputs.before(event);
      if (change) session.publish(change);
    });
    guard(() => publish(event));
    guard(() => {
      if (event.type === 'agent_start') begin();
      runEnd.observe(event);
    });
  }

  /** An abort reaches only what runs by then: a run that was cancelled earlier is aborted here. */
  function begin(): void {
    const isCancelled = cancelledRunId !== null && cancelledRunId === session.activeRunId;
    if (isCancelled) void abort();
    else inputs.restore();
  }

  function publish(event: AnyEvent): void {
    // Once per run: the rule, or the host, may have been faster than a late agent.
    if (event.type === 'agent_settled' && session.activeRunId === null) return;
    session.publish(translate(event, ids));
  }

  function settle(aborted: boolean): void {
    if (!isAttached) return;
    const wasCancelled = cancelledRunId === session.activeRunId;
    inputs.restore();
    session.publish({ type: 'agent_settled', aborted: aborted || wasCancelled });
  }

  function detach(): void {
    if (!isAttached) return;
    isAttached = false;
    guard(unsubscribe);
    guard(inputs.restore);
  }

  function run(
    request: { requestId: string; runId: string },
    start: () => Promise<unknown>,
  ): Promise<void> {
    const { runId } = request;
    if (session.activeRunId !== null && session.activeRunId !== runId) {
      throw new LoopPiError(
        'busy',
        'A run is active. Queue the input with enqueue(), or cancel() first.',
      );
    }
    session.accept(request);
    runEnd.hold(runId);
    return follow(runId, start);
  }

  async function follow(runId: string, start: () => Promise<unknown>): Promise<void> {
    try {
      await start();
      runEnd.release(runId, { failed: false });
    } catch (error) {
      report(error);
      runEnd.release(runId, { failed: true });
    }
  }

  function enqueue(input: NewInput): string {
    const { text, mode, inputId = crypto.randomUUID(), enqueuedAt = Date.now(), requestId } = input;
    const request = requestId === undefined ? {} : { requestId };
    inputs.add({ inputId, mode, text, enqueuedAt, ...request });
    return inputId;
  }

  function cancel(): boolean {
    const { run: active } = session.snapshot().state;
    if (active.status === 'idle') return false;
    if (!agent.abort) throw new LoopPiError('unsupported', 'This agent has no abort().');
    cancelledRunId = active.runId;
    guard(() => session.publishState({ run: { ...active, status: 'cancelling' } }));
    // pi would still take up steering inputs after an aborted tool, only to abort their answer.
    inputs.withdraw();
    void abort();
    runEnd.cancel(active.runId);
    return true;
  }

  async function abort(): Promise<void> {
    try {
      await agent.abort?.();
    } catch (error) {
      report(error);
    }
  }

  function guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      report(error);
    }
  }

  function report(error: unknown): void {
    try {
      onError(error);
    } catch {
      // Nobody is left to tell.
    }
  }
}
