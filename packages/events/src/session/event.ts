import type { AssistantMessage, Message, ToolCall } from './message.js';
import type {
  ApprovalOutcome,
  ApprovalRequest,
  ContextBudget,
  PromptTiming,
  QueuedInput,
  SkillRevision,
  TitleState,
} from './state.js';

/**
 * One thing the agent did, under its own name. The union is closed, so that `switch (event.type)`
 * narrows; {@link AnyEvent} is what {@link SessionEvents.publish} takes.
 *
 * Contract: "Connections and Frames"; payloads are the agent's own.
 */
export type SessionEvent =
  | MessageStart
  | MessageUpdate
  | MessageEnd
  | ToolExecutionStart
  | ToolExecutionUpdate
  | ToolExecutionEnd
  | NestedToolStarted
  | NestedToolCompleted
  | AgentSettled
  | CompactionStart
  | CompactionEnd
  | AutoRetryStart
  | AutoRetryEnd
  | QueueChanged
  | PromptTimingEvent
  | ContextBudgetEvent
  | SkillsLoaded
  | SessionTitle
  | PermissionChanged
  | ApprovalRequested
  | ApprovalResolved;

/**
 * An event of any kind. Kinds outside {@link SessionEvent} pass through untouched: they become
 * `loop.event` frames, move the cursor and change nothing else.
 */
export interface AnyEvent {
  readonly type: string;
}

/** A message appears; an assistant's is still empty. */
export interface MessageStart {
  type: 'message_start';
  message: Message;
}

/**
 * The assistant's open message grew. In the native form `message` and `partial` repeat the whole
 * message so far; in the delta form they are left out (see {@link SessionEventsOptions.messageUpdates}).
 */
export interface MessageUpdate {
  type: 'message_update';
  message?: AssistantMessage;
  assistantMessageEvent: AssistantMessageEvent;
}

/** The message is final. */
export interface MessageEnd {
  type: 'message_end';
  message: Message;
}

/** What the model's stream said: a block begins, grows or ends. */
export type AssistantMessageEvent = { partial?: AssistantMessage } & (
  | { type: 'start' }
  | { type: 'text_start' | 'thinking_start'; contentIndex: number }
  | {
      type: 'text_delta' | 'thinking_delta' | 'toolcall_delta';
      contentIndex: number;
      delta: string;
    }
  | { type: 'text_end' | 'thinking_end'; contentIndex: number; content: string }
  | { type: 'toolcall_start'; contentIndex: number; id?: string; toolName?: string }
  | { type: 'toolcall_end'; contentIndex: number; toolCall: ToolCall }
  | { type: 'done'; reason: string; message: AssistantMessage }
  | { type: 'error'; reason: string; error: AssistantMessage }
);

/** A tool was called. It may still be waiting for an approval. */
export interface ToolExecutionStart {
  type: 'tool_execution_start';
  toolCallId: string;
  toolName: string;
  args: unknown;
  parentToolCallId?: string;
}

/** A running tool shows what it has so far. */
export interface ToolExecutionUpdate {
  type: 'tool_execution_update';
  toolCallId: string;
  toolName: string;
  args?: unknown;
  partialResult: unknown;
  parentToolCallId?: string;
}

/** A tool is done. Its result arrives once more, later, as a `toolResult` message. */
export interface ToolExecutionEnd {
  type: 'tool_execution_end';
  toolCallId: string;
  toolName: string;
  result: unknown;
  isError: boolean;
  durationMs?: number;
  parentToolCallId?: string;
}

/** A tool called another one; its host observed it. */
export interface NestedToolStarted {
  type: 'nested_tool.started';
  toolCallId: string;
  parentToolCallId: string;
  rootToolCallId?: string;
  toolName: string;
  args?: unknown;
  startedAt?: number;
}

/** The nested call is over. */
export interface NestedToolCompleted {
  type: 'nested_tool.completed';
  toolCallId: string;
  parentToolCallId: string;
  rootToolCallId?: string;
  toolName: string;
  isError: boolean;
  status?: 'ok' | 'error' | 'unfinished';
  error?: string;
  durationMs?: number;
  resultBytes?: number;
}

/** The run is over, with all its retries, compactions and queued inputs. */
export interface AgentSettled {
  type: 'agent_settled';
  aborted?: boolean;
}

/** The model's context is about to be shortened. The session's messages stay. */
export interface CompactionStart {
  type: 'compaction_start';
  reason: 'manual' | 'threshold' | 'overflow';
}

/** The compaction ended, well or not. With `willRetry` the failed attempt is made again. */
export interface CompactionEnd {
  type: 'compaction_end';
  reason: 'manual' | 'threshold' | 'overflow';
  result?: unknown;
  aborted?: boolean;
  willRetry?: boolean;
  errorMessage?: string;
}

/** The last answer failed and is asked for again after `delayMs`. */
export interface AutoRetryStart {
  type: 'auto_retry_start';
  attempt: number;
  maxAttempts: number;
  delayMs: number;
  errorMessage: string;
}

/** The retries are over. */
export interface AutoRetryEnd {
  type: 'auto_retry_end';
  success: boolean;
  attempt: number;
  finalError?: string;
}

/** The whole queue as it now is; `consumed` names the input that was just taken out to run. */
export interface QueueChanged {
  type: 'queue_changed';
  items: QueuedInput[];
  consumed?: string;
}

/** The whole timing record of one input. */
export type PromptTimingEvent = { type: 'prompt_timing' } & PromptTiming;
/** How full the model's context is. */
export type ContextBudgetEvent = { type: 'context_budget' } & ContextBudget;
/** The skills the agent now has, with their revisions. */
export interface SkillsLoaded {
  type: 'skills_loaded';
  skills: SkillRevision[];
}
/** The session's title, or why there is none. */
export type SessionTitle = { type: 'session_title' } & TitleState;
/** A permission preset was saved. */
export interface PermissionChanged {
  type: 'permission_changed';
  preset: string;
  previousPreset?: string;
  source?: 'user' | 'command' | 'policy';
  changedAt?: number;
}
/** Somebody is asked. */
export type ApprovalRequested = { type: 'approval_requested' } & ApprovalRequest;
/** Somebody, or the end of the run, answered. */
export type ApprovalResolved = { type: 'approval_resolved' } & ApprovalOutcome;
