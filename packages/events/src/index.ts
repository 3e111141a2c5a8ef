// The table of contents of @loop/events. What is added here becomes public.

// The hubs
export { SessionEvents } from './session-events.js';
export { ListEvents } from './list-events.js';
export type { ListEventsOptions } from './list-events.js';
export { SessionRegistry } from './session-registry.js';
export type { PlacedEvent, PublishPlace, SessionEventsOptions } from './session-events-options.js';
export type {
  AbortSignalLike,
  ApprovalDecision,
  ApprovalInput,
  DecisionResult,
  SessionApprovals,
} from './session/approvals.js';
export { LoopEventsError } from './errors.js';
export type { LoopEventsErrorCode } from './errors.js';

// Session events
export type {
  AgentSettled,
  AnyEvent,
  ApprovalRequested,
  ApprovalResolved,
  AssistantMessageEvent,
  AutoRetryEnd,
  AutoRetryStart,
  CompactionEnd,
  CompactionStart,
  ContextBudgetEvent,
  MessageEnd,
  MessageStart,
  MessageUpdate,
  NestedToolCompleted,
  NestedToolStarted,
  PermissionChanged,
  PromptTimingEvent,
  QueueChanged,
  SessionEvent,
  SessionTitle,
  SkillsLoaded,
  ToolExecutionEnd,
  ToolExecutionStart,
  ToolExecutionUpdate,
} from './session/event.js';

// Messages
export type {
  AssistantContent,
  AssistantMessage,
  BashExecutionMessage,
  CustomMessage,
  ImageContent,
  Message,
  SummaryMessage,
  SystemMessage,
  TextContent,
  ThinkingContent,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from './session/message.js';

// Snapshots and state
export type {
  ApprovalOutcome,
  ApprovalRequest,
  ContextBudget,
  MessageEntry,
  ModelChoice,
  PromptTiming,
  QueuedInput,
  RunState,
  SessionState,
  SkillRevision,
  Snapshot,
  TitleState,
  ToolExecution,
} from './session/state.js';
export type { StatePatch } from './session/state-patch.js';
export type { HistoryPage, HistoryQuery } from './session/history.js';
export type { SavedSession } from './session/saved.js';
export type { SessionModel } from './session/host-model.js';
export type { EventContext } from './session/timeline.js';
export { windowOf } from './session/window.js';

// The client's side: frames into a view
export { applyFrame, applyFrames, applyHistory, initialView } from './session/view.js';
export type { FrameOutcome, SessionView } from './session/view.js';

// Frames and positions
export type { ListFrame } from './list-events.js';
export type { SessionFrame } from './session/frame.js';
export { isSessionFrame } from './session/is-frame.js';
export { formatCursor, parseCursor } from './stream/cursor.js';
export type { Cursor } from './stream/cursor.js';

// Connections
export type { StreamHooks, StreamOptions } from './stream/stream-options.js';
export type { StreamStats } from './stream/counters.js';
export type { EvictionLimit } from './stream/replay-buffer.js';
export type {
  ByteSink,
  CloseReason,
  Connection,
  ConnectionStats,
  ConnectOptions,
  Opening,
  SnapshotReason,
  StreamSource,
} from './stream/sink.js';
