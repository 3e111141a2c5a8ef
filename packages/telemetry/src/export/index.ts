// The table of contents of @loop/telemetry/export. What is added here becomes public.

// A recording in other formats: pass what a reader yields, write what comes
export { exportChrome } from './chrome.js';
export { exportJson } from './json.js';
export { exportOtlp } from './otlp.js';
export type { ChromeOptions } from './chrome.js';
export type { Description, ExportOptions } from './fields.js';
export type { OtlpOptions } from './otlp-spans.js';
export type { Items } from './places.js';

// Its operations as a list, for documents of one's own
export { operationList } from './json.js';
export { Places } from './places.js';
export type { ListedOperation } from './json.js';
export type { Span } from './places.js';
