import { hasField, isObject } from '../expect.js';
import type { AnyEvent, SessionEvent } from './event.js';
import {
  foldMessageEnd,
  foldMessageStart,
  foldMessageUpdate,
  interruptMessages,
  supersedeAttempt,
} from './fold-messages.js';
import {
  foldNestedCompleted,
  foldToolEnd,
  foldToolStart,
  foldToolUpdate,
  markApproval,
} from './fold-tools.js';
import type { ApprovalOutcome, ApprovalRequest, PromptTiming, RunState } from './state.js';
import { without, type EventContext, type Timeline } from './timeline.js';

/**
 * Folds one event into a timeline. Pure but for the timeline: no clock, no ids, no I/O. Events it
 * does not know, and events whose payload is not what their name promises, change nothing.
 */
export function foldEvent(timeline: Timeline, anyEvent: AnyEvent, at: EventContext): void {
  if (!hasItsPayload(anyEvent)) return;
  const event = anyEvent;
  if (startsWork(event)) beginUnaskedRun(timeline, at);
  switch (event.type) {
    case 'message_start':
      return foldMessageStart(timeline, event.message, at);
    case 'message_update':
      return foldMessageUpdate(timeline, event, at);
    case 'message_end':
      return foldMessageEnd(timeline, event.message, at);
    case 'tool_execution_start':
    case 'nested_tool.started':
      return foldToolStart(timeline, event, at);
    case 'tool_execution_update':
      return foldToolUpdate(timeline, event, at);
    case 'tool_execution_end':
      return foldToolEnd(timeline, event, at);
    case 'nested_tool.completed':
      return foldNestedCompleted(timeline, event, at);
    case 'agent_settled':
      return closeRun(timeline);
    case 'compaction_start':
      return patch(timeline, { compaction: { reason: event.reason } });
    case 'compaction_end':
      if (event.willRetry === true) supersedeAttempt(timeline);
      return drop(timeline, 'compaction');
    case 'auto_retry_start': {
      supersedeAttempt(timeline);
      const { attempt, maxAttempts, delayMs, errorMessage } = event;
      return patch(timeline, { retry: { attempt, maxAttempts, delayMs, errorMessage } });
    }
    case 'auto_retry_end':
      return drop(timeline, 'retry');
    case 'queue_changed':
      return patch(timeline, { queue: event.items });
    case 'prompt_timing':
      return foldTiming(timeline, without(event, 'type'), at);
    case 'context_budget':
      return patch(timeline, { contextBudget: without(event, 'type') });
    case 'skills_loaded':
      return patch(timeline, { skills: event.skills });
    case 'session_title':
      return patch(timeline, { title: without(event, 'type') });
    case 'permission_changed':
      return patch(timeline, { permission: event.preset });
    case 'approval_requested':
      return foldApprovalRequest(timeline, without(event, 'type'), at.runId);
    case 'approval_resolved':
      return foldApprovalOutcome(timeline, event);
  }
}

/** Folds an accepted run. It ends whatever an earlier run has left open. */
export function foldAccepted(
  timeline: Timeline,
  run: { runId: string; requestId: string | null; acceptedAt: number },
): void {
  if (activeRunId(timeline.state.run) === run.runId) return;
  closeRun(timeline);
  const { runId, requestId, acceptedAt } = run;
  patch(timeline, { run: { status: 'running', runId, requestId, acceptedAt } });
}

/** The run that is active, if any. */
export function activeRunId(run: RunState): string | null {
  return run.status === 'idle' ? null : run.runId;
}

/**
 * Whether the event shows an agent at work. Only beginnings count: a straggler of a settled run
 * must not start it again.
 */
export function startsWork(event: AnyEvent): boolean {
  switch (event.type) {
    case 'agent_start':
    case 'turn_start':
    case 'tool_execution_start':
      return true;
    case 'message_start':
      return (event as { message?: { role?: unknown } }).message?.role === 'assistant';
    default:
      return false;
  }
}

/**
 * After settlement no message is open, no tool runs and nobody is asked on the run's behalf,
 * whatever events were lost (DESIGN D16). Queued inputs stay (D32).
 */
function closeRun(timeline: Timeline): void {
  interruptMessages(timeline);
  for (const tool of timeline.openTools()) {
    timeline.putTool({ ...tool, status: 'interrupted' });
  }
  const runId = activeRunId(timeline.state.run);
  const { pendingApprovals } = timeline.state;
  timeline.state = {
    ...without(timeline.state, 'compaction', 'retry'),
    run: { status: 'idle' },
    pendingApprovals: pendingApprovals.filter(
      (request) => runId === null || request.runId !== runId,
    ),
  };
}

function beginUnaskedRun(timeline: Timeline, at: EventContext): void {
  if (at.runId === null || timeline.state.run.status !== 'idle') return;
  foldAccepted(timeline, { runId: at.runId, requestId: null, acceptedAt: at.acceptedAt ?? 0 });
}

/** The latest record of an input replaces the one before and goes to the end. */
function foldTiming(timeline: Timeline, timing: PromptTiming, at: EventContext): void {
  const others = timeline.state.timings.filter((other) => other.timingId !== timing.timingId);
  const messageIndex = timing.messageIndex ?? at.messageIndex;
  const place =
    messageIndex === undefined ? { placeIndex: timeline.messageCount } : { messageIndex };
  patch(timeline, { timings: [...others, { ...timing, ...place }] });
}

/** A request that names no run belongs to the one it came in, and ends with it. */
function foldApprovalRequest(
  timeline: Timeline,
  request: ApprovalRequest,
  runId: string | null,
): void {
  const others = timeline.state.pendingApprovals.filter((r) => r.approvalId !== request.approvalId);
  const own = runId === null ? request : { runId, ...request };
  patch(timeline, { pendingApprovals: [...others, own] });
  markApproval(timeline, request.toolCallId);
}

function foldApprovalOutcome(timeline: Timeline, outcome: ApprovalOutcome): void {
  patch(timeline, {
    pendingApprovals: timeline.state.pendingApprovals.filter(
      (request) => request.approvalId !== outcome.approvalId,
    ),
    lastApproval: compact(outcome),
  });
  markApproval(timeline, outcome.toolCallId);
}

/** What a host's own broker may have put in besides stays out: a tool's arguments, say. */
function compact(outcome: ApprovalOutcome): ApprovalOutcome {
  const { approvalId, toolCallId, toolName, outcome: ending, scope, by } = outcome;
  const { resolvedAt, waitedMs } = outcome;
  return {
    approvalId,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(toolName === undefined ? {} : { toolName }),
    outcome: ending,
    ...(scope === undefined ? {} : { scope }),
    by,
    resolvedAt,
    waitedMs,
  };
}

function patch(timeline: Timeline, change: Partial<Timeline['state']>): void {
  timeline.state = { ...timeline.state, ...change };
}

function drop(timeline: Timeline, key: 'compaction' | 'retry'): void {
  if (timeline.state[key] !== undefined) timeline.state = without(timeline.state, key);
}

type PayloadField =
  | 'message'
  | 'assistantMessageEvent'
  | 'toolCallId'
  | 'approvalId'
  | 'items'
  | 'skills';

/** Whether an event of a known name carries what the fold needs of it. */
function hasItsPayload(event: AnyEvent): event is SessionEvent {
  const payload = event as { [Field in PayloadField]?: unknown };
  switch (event.type) {
    case 'message_start':
    case 'message_end':
      return isMessage(payload.message);
    case 'message_update':
      return payload.message === undefined
        ? isObject(payload.assistantMessageEvent)
        : isMessage(payload.message);
    case 'tool_execution_start':
    case 'tool_execution_update':
    case 'tool_execution_end':
    case 'nested_tool.started':
    case 'nested_tool.completed':
      return typeof payload.toolCallId === 'string';
    case 'approval_requested':
    case 'approval_resolved':
      return typeof payload.approvalId === 'string';
    case 'queue_changed':
      return Array.isArray(payload.items);
    case 'skills_loaded':
      return Array.isArray(payload.skills);
    default:
      return true;
  }
}

function isMessage(value: unknown): boolean {
  return hasField(value, 'role');
}
