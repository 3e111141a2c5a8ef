import type { AnyEvent } from '@loop/events';
import type { AgentLike } from '../agent-like.js';

/** What the rule needs to know and to do. */
export interface RunEndOptions {
  agent: AgentLike;
  activeRunId: () => string | null;
  /** Whether inputs wait in the agent's queue. */
  hasQueued: () => boolean;
  /** Ends the active run. */
  settle: (outcome: { aborted: boolean }) => void;
}

/** Watches for the end of runs. */
export interface RunEnd {
  /** Call it after the event has been published. */
  observe(event: AnyEvent): void;
  /** Keeps the run open until its {@link release}, unless the agent itself settles it. */
  hold(runId: string): void;
  /** The run was cancelled: it ends when the agent is idle, whatever the agent had announced. */
  cancel(runId: string): void;
  /** Ends a held run; if it did not fail, only when the agent has not announced that it goes on. */
  release(runId: string, outcome: { failed: boolean }): void;
}

/**
 * The rule for agents that send no `agent_settled`. `agent_end` is not the end: a retry or a
 * compaction may follow. A run is over
 * - when the promise of whoever started it through the bridge ends (`hold`, `release`);
 * - otherwise when `waitForIdle()` resolves, which it does also when a run breaks without events;
 * - otherwise one turn of the event loop after `agent_end`: by then 0.74's `AgentSession`, which
 *   has no `waitForIdle()`, has announced its retry or compaction;
 *
 * and in no case while an announced retry or compaction is still to come.
 */
export function createRunEnd({ agent, activeRunId, hasQueued, settle }: RunEndOptions): RunEnd {
  let startedRunId: string | null = null;
  let heldRunId: string | null = null;
  let isWorking = false;
  let goesOn = false;
  let aborted = false;

  function settleIfOver(runId: string): void {
    if (runId !== activeRunId() || runId === heldRunId || goesOn) return;
    startedRunId = null;
    isWorking = false;
    settle({ aborted });
  }

  /** A run that was accepted and has not begun is left alone. */
  function lookWhenIdle(): void {
    const runId = activeRunId();
    if (runId !== null && runId === startedRunId) settleWhenIdle(runId);
  }

  function settleWhenIdle(runId: string): void {
    const look = () => settleIfOver(runId);
    if (agent.waitForIdle) agent.waitForIdle().then(look, look);
    else setTimeout(() => isWorking || look(), 0);
  }

  return {
    observe(event) {
      switch (event.type) {
        case 'agent_start':
          startedRunId = activeRunId();
          isWorking = true;
          goesOn = false;
          aborted = false;
          // Asked now already: a run that breaks has no agent_end.
          return lookWhenIdle();
        case 'message_end':
          aborted = wasAborted(event) ?? aborted;
          return;
        case 'agent_end':
          startedRunId ??= activeRunId();
          isWorking = false;
          goesOn = hasFlag(event, 'willRetry', true);
          return lookWhenIdle();
        case 'auto_retry_start':
        case 'compaction_start':
          goesOn = activeRunId() !== null;
          return;
        case 'auto_retry_end':
          if (hasFlag(event, 'success', false)) goesOn = false;
          return lookWhenIdle();
        case 'compaction_end':
          // 0.74 takes up what waits a moment after a compaction.
          goesOn = activeRunId() !== null && (hasFlag(event, 'willRetry', true) || hasQueued());
          return lookWhenIdle();
      }
    },
    hold(runId) {
      heldRunId = runId;
      isWorking = false;
      goesOn = false;
      aborted = false;
    },
    cancel(runId) {
      goesOn = false;
      settleWhenIdle(runId);
    },
    release(runId, { failed }) {
      if (heldRunId === runId) heldRunId = null;
      if (failed) goesOn = false;
      // The promise may have been that of an input which was only queued.
      if (isWorking && !failed) settleWhenIdle(runId);
      else settleIfOver(runId);
    },
  };
}

function hasFlag(event: AnyEvent, name: string, value: boolean): boolean {
  return Reflect.get(event, name) === value;
}

/** How an assistant's message ended; `undefined` for other messages. */
function wasAborted(event: AnyEvent): boolean | undefined {
  const { message } = event as { message?: { role?: unknown; stopReason?: unknown } };
  return message?.role === 'assistant' ? message.stopReason === 'aborted' : undefined;
}
