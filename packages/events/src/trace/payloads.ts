import type {
  AgentSettled,
  ApprovalRequested,
  ApprovalResolved,
  CompactionEnd,
  CompactionStart,
  ContextBudgetEvent,
  NestedToolCompleted,
  NestedToolStarted,
  PermissionChanged,
  PromptTimingEvent,
  QueueChanged,
  SessionTitle,
  SkillsLoaded,
  ToolExecutionEnd,
  ToolExecutionStart,
} from '../session/event.js';
import type { AssistantMessage, Message } from '../session/message.js';
import type { ModelChoice } from '../session/state.js';
import type { CaptureStage } from './recorder.js';

/** A session event's own fields: its name is the record's affair. */
type Fields<Event> = Omit<Event, 'type'>;

/** What each event of the trace vocabulary carries, before a recording leaves anything out. */
export interface TraceEvents {
  'run.started': RunStarted;
  'run.completed': RunCompleted;
  'input.prepare.started': InputPreparation;
  'input.prepare.completed': InputPrepared;
  'model.change.started': ModelChange;
  'model.change.completed': ModelChange & ChangeResult;
  'model.request.started': ModelRequest;
  'model.request.completed': ModelResponse;
  'tool.started': Fields<ToolExecutionStart>;
  'tool.completed': Fields<ToolExecutionEnd> & { errorMessage?: string };
  'tool.nested.started': Fields<NestedToolStarted>;
  'tool.nested.completed': Fields<NestedToolCompleted>;
  'approval.started': Fields<ApprovalRequested>;
  'approval.completed': Fields<ApprovalResolved>;
  'permission.change.started': PermissionChange;
  'permission.change.completed': PermissionChange & ChangeResult;
  'compaction.started': Fields<CompactionStart>;
  'compaction.completed': Fields<CompactionEnd>;
  'session.save.started': SessionSave;
  'session.save.completed': SessionSaved;

  'session.attached': { activeRunId?: string };
  'session.detached': { reason: 'detached' | 'disposed'; activeRunId?: string };
  'session.title.updated': Fields<SessionTitle>;
  'run.cancel.requested': { requestId: string | null };
  'agent.settled': Fields<AgentSettled>;
  'input.consumed': ConsumedInput;
  'message.started': RecordedMessage;
  'message.completed': RecordedMessage;
  'queue.changed': Fields<QueueChanged>;
  'prompt.timing.updated': Fields<PromptTimingEvent>;
  'context.budget.updated': Fields<ContextBudgetEvent>;
  'skill.loaded': Fields<SkillsLoaded>;
  'model.input.projected': ModelInput;
  'model.stream.received': StreamPiece;
  'permission.changed': Fields<PermissionChanged>;
  'permission.policy.resolved': ResolvedPolicy;
  'permission.write.checked': CheckedWrite;
  'trace.capture.failed': CaptureFailure;
}

/** A prompt, or the agent itself, began a run. */
export interface RunStarted {
  /** Of the prompt; `null` for a run nobody asked for. */
  requestId: string | null;
  /** Epoch milliseconds. */
  acceptedAt: number;
}

/** The run is settled, with all that was queued. */
export interface RunCompleted {
  /** `error`: its last answer failed. */
  outcome: 'completed' | 'aborted' | 'error';
  /** Why its last answer failed. */
  errorMessage?: string;
}

/** What somebody sent is made ready for the model: skills, files, commands. */
export interface InputPreparation {
  requestId?: string;
  inputId?: string;
  mode?: 'prompt' | 'steer' | 'follow-up';
  text?: string;
  /** Length of the text in UTF-16 units. */
  chars?: number;
}

/** What came of the preparation. */
export interface InputPrepared {
  outcome: 'ready' | 'failed';
  /** Names of the skills that the input asked for. */
  skills?: string[];
  errorMessage?: string;
}

/** A model or its effort was asked for. */
export interface ModelChange {
  changeId: string;
  model: ModelChoice;
  previous?: ModelChoice;
}

/** Whether a change was made and kept. */
export interface ChangeResult {
  outcome: 'saved' | 'failed' | 'refused';
  errorMessage?: string;
}

/** One logical call of a model, whatever it takes on the network. */
export interface ModelRequest {
  /** What the answer is for: the conversation, the session's title, a shorter context. */
  purpose: 'main' | 'title' | 'compaction';
  provider?: string;
  model: string;
  effort?: string;
  messageCount?: number;
  toolCount?: number;
  /** From 1; higher when a failed answer is asked for again. */
  attempt?: number;
}

/** How the call ended. */
export interface ModelResponse {
  /** The provider's, such as `stop`, `toolUse`, `length`, `error`, `aborted`. */
  stopReason: string;
  usage?: unknown;
  /** As the provider gave it; never made up. */
  responseId?: string;
  errorMessage?: string;
  /** The answer, where no message of the session holds it. */
  response?: AssistantMessage;
}

/** A requested preset of permissions. */
export interface PermissionChange {
  changeId: string;
  preset: string;
  previousPreset?: string;
  source?: 'user' | 'command' | 'policy';
}

/** The session's history and facts are about to be written. */
export interface SessionSave {
  saveId: string;
  messageCount?: number;
}

/** What came of it. */
export interface SessionSaved {
  saveId: string;
  outcome: 'saved' | 'failed';
  bytes?: number;
  errorMessage?: string;
}

/** An input left the queue and runs. */
export interface ConsumedInput {
  inputId: string;
  requestId?: string;
  mode?: 'steer' | 'follow-up';
}

/** A message of the session, at its absolute index. */
export interface RecordedMessage {
  messageIndex?: number;
  role: string;
  /** Of an assistant's. */
  stopReason?: string;
  errorMessage?: string;
  usage?: unknown;
  message: Message;
}

/** Where each part of what a model was really sent came from. */
export interface ModelInput {
  parts: ModelInputPart[];
  /** Names of the tools it was offered. */
  tools?: string[];
}

/** A message of the model's input. */
export interface ModelInputPart {
  role: string;
  origin: 'system' | 'instructions' | 'skill' | 'summary' | 'history' | 'input';
  messageIndex?: number;
  chars?: number;
}

/** An event of a model's stream, without the message that grows with each of them. */
export interface StreamPiece {
  /** The provider library's own name, such as `text_delta`. */
  type: string;
  contentIndex?: number;
  delta?: string;
  toolCallId?: string;
  toolName?: string;
  reason?: string;
  errorMessage?: string;
}

/** What the session's preset says about a call. */
export interface ResolvedPolicy {
  preset: string;
  toolName: string;
  verdict: 'allow' | 'ask' | 'deny';
  toolCallId?: string;
  reason?: string;
}

/** Whether a tool may write there. */
export interface CheckedWrite {
  toolName: string;
  path: string;
  allowed: boolean;
  toolCallId?: string;
  /** Why not. */
  reason?: string;
}

/** Something could not be recorded. */
export interface CaptureFailure {
  source: string;
  stage: CaptureStage;
  errorName: string;
  errorMessage: string;
  /** Failures of the same kind that were not told since the last one. */
  suppressed: number;
}
