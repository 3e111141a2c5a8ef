// The table of contents of @loop/events/trace. What is added here becomes public.

// A vocabulary, and its types
export { defineTraceSchema, describeTraceSchema, event, operation } from './schema.js';
export type {
  CaptureMode,
  Declaration,
  DeclaredEvent,
  EventDeclaration,
  EventFlags,
  EventsOf,
  OperationDeclaration,
  SchemaDescription,
  SchemaOptions,
  TraceSchema,
} from './schema.js';

// What records it
export type {
  CaptureStage,
  Data,
  EventName,
  Exactly,
  ExpectedOneEventName,
  Observation,
  Operation,
  OperationName,
  OperationScope,
  PointName,
  Recorder,
  Scope,
  Single,
  UnknownField,
} from './recorder.js';

// The vocabulary of a session's trace
export { traceSchema } from './catalogue.js';
export { formerNames } from './former-names.js';
export type {
  CaptureFailure,
  ChangeResult,
  CheckedWrite,
  ConsumedInput,
  InputPreparation,
  InputPrepared,
  ModelChange,
  ModelInput,
  ModelInputPart,
  ModelRequest,
  ModelResponse,
  PermissionChange,
  RecordedMessage,
  ResolvedPolicy,
  RunCompleted,
  RunStarted,
  SessionSave,
  SessionSaved,
  StreamPiece,
  TraceEvents,
} from './payloads.js';

// What it says of what was recorded with it
export { describeOperation, recordCounters, requestTokens } from './descriptions.js';
export type { DescribableOperation, OperationDescription, RequestTokens } from './descriptions.js';

// Session events into records
export { mapEvent } from './mapping.js';
export type { CompletedEvent, Lifetime, MappedEvent, PointEvent, StartedEvent } from './mapping.js';
export { traceSession } from './trace-session.js';
export type { SessionTrace, TraceableSession } from './trace-session.js';
