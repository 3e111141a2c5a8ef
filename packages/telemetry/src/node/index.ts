// The table of contents of @loop/telemetry/node. What is added here becomes public.

// Reading recordings in files
export { listRecordings } from './list-recordings.js';
export type { ListedRecording } from './list-recordings.js';
export { livenessOf, readRecording } from './read-recording.js';
export type { RecordingPlace } from './recordings-folder.js';
export { verifyRecording } from './verify.js';
export type { Verification, VerifyOptions } from './verify.js';
