import type { Message } from './message.js';

/**
 * What a page shows: the latest rounds and the state beside them. Indexes and totals are those of
 * the whole session, never of the window. Contract: "Replay and Snapshots".
 */
export interface Snapshot {
  state: SessionState;
  /** The window, ascending, without a hole. */
  messages: MessageEntry[];
  /** Executions whose call lies in the window, and all unfinished ones, in start order. */
  tools: ToolExecution[];
  /** Index of `messages[0]`; equals `messageCount` when there is none. */
  firstMessageIndex: number;
  /** All messages of the session. */
  messageCount: number;
  /** Absolute number of the round the window starts with. */
  firstRoundIndex: number;
  /** All rounds of the session. */
  roundCount: number;
}

/** A message at its place in the session. Never changed: a newer entry takes its place. */
export interface MessageEntry {
  /** Absolute, assigned once, when the message starts. */
  messageIndex: number;
  message: Message;
  /** `interrupted`: its run ended, or its process died, before the message did. */
  status: 'streaming' | 'complete' | 'interrupted';
  runId: string | null;
  /** A failed attempt that was made again. */
  superseded?: true;
  /** Delta form only: raw JSON text of the tool calls that still stream, by content index. */
  partialArguments?: Record<number, string>;
}

/**
 * One execution of a tool. Never changed: a newer record takes its place. It holds the result
 * until the `toolResult` message is complete; from then on that message does.
 */
export interface ToolExecution {
  toolCallId: string;
  toolName: string;
  /** The message that holds the call; `null` while no known message does. */
  messageIndex: number | null;
  /** Where it belongs among the messages while `messageIndex` is `null`: before this index. */
  placeIndex?: number;
  args: unknown;
  status: 'running' | 'awaiting-approval' | 'complete' | 'error' | 'interrupted';
  /** The latest progress; whether it replaces or extends the one before is the tool's affair. */
  partialResult?: unknown;
  result?: unknown;
  resultMessageIndex?: number;
  parentToolCallId?: string;
  durationMs?: number;
}

/** Everything about a session that is not a message or a tool. */
export interface SessionState {
  run: RunState;
  title?: TitleState;
  model?: ModelChoice;
  permission?: string;
  /** Inputs that wait. They outlive an aborted run. */
  queue: QueuedInput[];
  pendingApprovals: ApprovalRequest[];
  lastApproval?: ApprovalOutcome;
  /** Of inputs that wait, and of those that stand in the window. */
  timings: PromptTiming[];
  contextBudget?: ContextBudget;
  skills?: SkillRevision[];
  /** Set while the model's context is being shortened. */
  compaction?: { reason: 'manual' | 'threshold' | 'overflow' };
  /** Set while a failed answer waits to be asked for again, and while that attempt runs. */
  retry?: { attempt: number; maxAttempts: number; delayMs: number; errorMessage: string };
}

/** Whether the agent works, and on what. `requestId` is `null` for a run nobody asked for. */
export type RunState =
  | { status: 'idle' }
  | {
      status: 'running' | 'cancelling';
      runId: string;
      requestId: string | null;
      /** Epoch milliseconds. */
      acceptedAt: number;
    };

/** The session's title, or how far it is from having one. */
export interface TitleState {
  title: string | null;
  status: 'pending' | 'ready' | 'error';
  source?: 'generated' | 'user' | 'fallback';
  error?: { message: string; code?: string };
  updatedAt?: number;
}

/** The model that answers. */
export interface ModelChoice {
  provider?: string;
  model: string;
  effort?: string;
}

/** An input that waits for its turn. `text` may be a bounded preview. */
export interface QueuedInput {
  inputId: string;
  requestId?: string;
  mode: 'steer' | 'follow-up';
  text: string;
  /** Number of images that go with the text. */
  images?: number;
  enqueuedAt?: number;
}

/** When an input waited, started, showed something and ended; times are epoch milliseconds. */
export interface PromptTiming {
  timingId: string;
  requestId?: string;
  runId?: string;
  messageIndex?: number;
  /** Set by the fold where `messageIndex` is not known: the input stands before this index. */
  placeIndex?: number;
  phase: 'queued' | 'started' | 'first_output' | 'completed' | 'cancelled';
  queuedAt?: number;
  startedAt?: number;
  firstOutputAt?: number;
  completedAt?: number;
  durationMs?: number;
  outcome?: 'completed' | 'aborted' | 'error';
}

/** How full the model's context is. `null`: not known, as just after a compaction. */
export interface ContextBudget {
  tokens: number | null;
  contextWindow: number;
  percent: number | null;
  reserveTokens?: number;
  thresholdTokens?: number;
  estimated?: boolean;
  observedAt?: number;
}

/** A skill at one revision (a hash of its content). */
export interface SkillRevision {
  name: string;
  revision: string;
  source?: 'project' | 'user' | 'package';
  description?: string;
  location?: string;
}

/** What somebody is asked. */
export interface ApprovalRequest {
  approvalId: string;
  runId?: string | null;
  toolCallId?: string;
  toolName?: string;
  parentToolCallId?: string;
  messageIndex?: number;
  kind: 'command' | 'file-write' | 'network' | 'tool' | 'question';
  title: string;
  detail?: string;
  input?: unknown;
  reason?: string;
  requestedAt: number;
}

/** How a request ended: compact, without the tool's arguments. */
export interface ApprovalOutcome {
  approvalId: string;
  toolCallId?: string;
  toolName?: string;
  outcome: 'allowed' | 'denied' | 'cancelled';
  scope?: 'once' | 'session';
  by: string;
  /** What was said with the decision: for the asker only, never published. */
  note?: string;
  /** Epoch milliseconds. */
  resolvedAt: number;
  waitedMs: number;
}
