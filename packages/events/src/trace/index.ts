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
