// The table of contents of @loop/telemetry. What is added here becomes public.

// A vocabulary, and its types: they are the core's
export { defineTraceSchema, describeTraceSchema, event, operation } from '@loop/events/trace';
export type {
  CaptureMode,
  CaptureStage,
  EventsOf,
  Operation,
  Recorder,
  Scope,
  TraceSchema,
} from '@loop/events/trace';

export { LoopTelemetryError } from './errors.js';
export type { LoopTelemetryErrorCode } from './errors.js';
