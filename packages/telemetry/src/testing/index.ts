// The table of contents of @loop/telemetry/testing.

export { storageSuite } from './storage-suite.js';
export type { StoragePlace } from './storage-suite.js';
