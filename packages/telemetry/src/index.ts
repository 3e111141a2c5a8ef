// The table of contents of @loop/telemetry. What is added here becomes public.

// A vocabulary, and its types: they are the core's
export { defineTraceSchema, describeTraceSchema, event, operation } from '@loop/events/trace';
export type {
  CaptureMode,
  CaptureStage,
  Declaration,
  DeclaredEvent,
  EventDeclaration,
  EventFlags,
  EventsOf,
  Operation,
  OperationDeclaration,
  Recorder,
  SchemaDescription,
  SchemaOptions,
  Scope,
  TraceSchema,
} from '@loop/events/trace';

export { LoopTelemetryError } from './errors.js';
export type { LoopTelemetryErrorCode } from './errors.js';

// Recording, to any storage
export { createMemoryStorage } from './record/memory-storage.js';
export type { MemorySegment, MemoryStorage } from './record/memory-storage.js';
export { highestSeq } from './record/highest-seq.js';
export { startRecording } from './record/recording.js';
export type { Recording } from './record/recording.js';
export type { RecordingOptions, StartOptions } from './record/recording-options.js';
export type {
  RecordingRefusal,
  RecordingResult,
  RecordingStatus,
  SyncPolicy,
} from './record/recording-status.js';
export type { RecordingDiagnostic, RecordingState } from './record/states.js';
export type { StorageFailure } from './record/storage-failure.js';
export type { Resumption, TraceSegment, TraceStorage, WriteFailure } from './record/storage.js';
export type { Clock } from './record/clock.js';
export type { TraceLimits } from './record/limits.js';
export type { Omission, OmissionReason } from './capture/omission.js';
export type { EndLine, GapLine, GapReason, SegmentLine, TraceRecord } from './record/envelope.js';

// Reading: folds over what a reader yields
export { firstFailure, failedRuns } from './read/first-failure.js';
export type { Failure } from './read/first-failure.js';
export { foldOperations } from './read/fold-operations.js';
export type { FoldOptions } from './read/fold-operations.js';
export { runsOf } from './read/link-operations.js';
export type { OperationNode, OperationTree } from './read/operation-node.js';
export type { Position, Problem, ProblemKind } from './read/problem.js';
export type { ReadItem, ReadRecord } from './read/read-item.js';
export type { Vocabulary } from './read/vocabulary.js';
export { isDamage, isLoss } from './read/problem.js';
export { readRecording, readSegment } from './read/read-recording.js';
export type { ReadOptions, SegmentSource } from './read/read-recording.js';
export type { SegmentOptions } from './read/segment-decoder.js';
export { statsOf } from './read/stats.js';
export type { OperationStats, RecordingStats, RunStats, StatsOptions } from './read/stats.js';
export { summaryOf } from './read/summary.js';
export type { RecordingSummary } from './read/summary.js';

// Redaction, for what a host shares beside its recordings
export { createRedactor } from './redact/redactor.js';
export { RedactionError } from './redact/redaction-error.js';
export type { Redaction, RedactionOptions, Redactor } from './redact/redactor.js';
export type { RedactionPattern } from './redact/host-pattern.js';
