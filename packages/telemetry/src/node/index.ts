// The table of contents of @loop/telemetry/node. What is added here becomes public.

// Recording to files
export { openRecording } from './open-recording.js';
export type { OpenRecordingOptions } from './open-recording.js';

// Reading recordings in files
export { followRecording } from './follow.js';
export type { FollowOptions } from './follow.js';
export { listRecordings } from './list-recordings.js';
export type { ListedRecording } from './list-recordings.js';
export { pruneRecordings } from './prune.js';
export type { PrunedRecording, PruneOptions } from './prune.js';
export { livenessOf, readRecording } from './read-recording.js';
export { recordingFolder } from './recording-folder.js';
export type { RecordingPlace } from './recording-folder.js';
export { repairRecording } from './repair.js';
export type { Repair } from './repair.js';
export { verifyRecording } from './verify.js';
export type { Verification, VerifyOptions } from './verify.js';
