import type { AnyEvent } from '@loop/events';
import type { AgentLike } from './agent-like.js';
import { openGate } from './approvals/approval-gate.js';
import type { AttachableSession, Attachment, AttachOptions, NewInput } from './attachment.js';
import { LoopPiError } from './errors.js';
import { createGuard } from './guard.js';
import { inputsOf } from './queue/inputs.js';
import { abandoned, createPromptTimings } from './runs/prompt-timings.js';
import { QueueIds } from './queue/queue-ids.js';
import { createRunEnd } from './runs/run-end.js';
import { translate } from './translate.js';

/**
 * Feeds a pi agent's events into a session: names translated, queued inputs with ids and times, and
 * every run settled once. A run that the agent starts by itself begins with its first event. With
 * `approve`, tools that ask wait for the session's decision before they run.
 *
 * Nothing that happens here reaches the agent: pi awaits its listeners, and one that throws would
 * fail the run. Messages that an agent holds without events (its system message, restored ones)
 * are not seen; bring them in with `session.append`.
 *
 * @throws LoopPiError `unsupported` for an agent without a gate, when there is an `approve`.
 */
export function attachAgent(
  agent: AgentLike,
  session: AttachableSession,
  { approve, onError = console.error }: AttachOptions = {},
): Attachment {
  const { guard, report } = createGuard(onError);
  const closeGate = approve ? openGate(agent, { session, approve, report }) : undefined;
  const ids = new QueueIds();
  const timings = createPromptTimings((event, runId) =>
    guard(() => session.publish(event, runId === undefined ? {} : { runId })),
  );
  const inputs = inputsOf(agent, {
    ids,
    publish: (change) => guard(() => session.publish(change)),
    refused({ inputId }, error) {
      timings.drop(inputId);
      report(error);
    },
  });
  const runEnd = createRunEnd({
    agent,
    activeRunId: () => session.activeRunId,
    hasQueued: () => inputs.items.length > 0,
    settle: ({ aborted }) => guard(() => settle(aborted)),
  });
  let isAttached = true;
  let cancelledRunId: string | null = null;
  let failedRunId: string | null = null;
  guard(endAbandoned);
  const unobserve = session.onEvent((placed) => guard(() => timings.observe(placed)));
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
    if (event.type === 'agent_settled') {
      // Once per run: the rule, or the host, may have been faster than a late agent.
      if (session.activeRunId === null) return;
      endTimings(Reflect.get(event, 'aborted') === true);
    }
    session.publish(translate(event, ids));
  }

  function settle(aborted: boolean): void {
    if (!isAttached) return;
    const wasCancelled = cancelledRunId === session.activeRunId;
    inputs.restore();
    endTimings(aborted);
    session.publish({ type: 'agent_settled', aborted: aborted || wasCancelled });
  }

  /** Before the run's end, which is its last word. */
  function endTimings(aborted: boolean): void {
    const { activeRunId: runId } = session;
    if (runId === null) return;
    timings.end({
      runId,
      aborted: aborted || runId === cancelledRunId,
      failed: runId === failedRunId,
    });
  }

  /** Of a process that is gone. While a run is active they may be somebody else's. */
  function endAbandoned(): void {
    if (session.activeRunId !== null) return;
    const { timings: earlier, queue } = session.snapshot().state;
    for (const event of abandoned(earlier, queue)) session.publish(event);
  }

  function detach(): void {
    if (!isAttached) return;
    isAttached = false;
    guard(unsubscribe);
    guard(unobserve);
    guard(() => closeGate?.());
    guard(inputs.restore);
  }

  function run(
    request: { requestId: string; runId: string },
    start: () => Promise<unknown>,
  ): Promise<void> {
    const { requestId, runId } = request;
    if (session.activeRunId !== null && session.activeRunId !== runId) {
      throw new LoopPiError(
        'busy',
        'A run is active. Queue the input with enqueue(), or cancel() first.',
      );
    }
    session.accept(request);
    timings.ask({ timingId: requestId, requestId, runId, queuedAt: Date.now() });
    runEnd.hold(runId);
    return follow(runId, start);
  }

  async function follow(runId: string, start: () => Promise<unknown>): Promise<void> {
    try {
      await start();
      runEnd.release(runId, { failed: false });
    } catch (error) {
      report(error);
      failedRunId = runId;
      runEnd.release(runId, { failed: true });
    }
  }

  function enqueue(input: NewInput): string {
    const { text, mode, inputId = crypto.randomUUID(), enqueuedAt = Date.now(), requestId } = input;
    const request = requestId === undefined ? {} : { requestId };
    inputs.add({ inputId, mode, text, enqueuedAt, ...request });
    const isShown = inputs.items.some((item) => item.inputId === inputId);
    timings.queue({ timingId: inputId, queuedAt: enqueuedAt, ...request }, isShown);
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
}
