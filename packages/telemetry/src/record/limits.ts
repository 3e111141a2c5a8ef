import { LoopTelemetryError } from '../errors.js';

/** Bounds of a recording. Sizes are UTF-8 bytes unless a name says otherwise. */
export interface TraceLimits {
  /** One record's line. Above it the largest values are omitted until it fits. @default 256 KiB */
  recordBytes: number;
  /** A text that is kept whole. @default 16 KiB */
  textBytes: number;
  /** Base64 data and bytes that are kept whole. @default 1 KiB */
  base64Bytes: number;
  /** What is kept of an omitted text, in code points. @default 512 */
  previewChars: number;
  /** A text that is looked through for credentials; of a longer one only its start. @default 1 MiB */
  scannedBytes: number;
  /** Items of an array before the rest is counted only. @default 1,000 */
  arrayItems: number;
  /** Levels of nesting. @default 32 */
  depth: number;
  /** Values of one payload. @default 10,000 */
  nodes: number;
  /** Text that one payload may make us look at. @default 1 MiB */
  visitedBytes: number;

  /** Lines that wait for the disk. @default 8 MiB */
  queueBytes: number;
  /** Lines that wait for the disk. @default 10,000 */
  queueRecords: number;
  /** Kept free, on top of both, for events that are spared. @default 1 MiB */
  reserveBytes: number;
  /** One write. @default 256 KiB */
  batchBytes: number;
  /** A segment, before the next one is begun. @default 16 MiB */
  segmentBytes: number;
  /** All segments of a recording; above it only metadata is recorded. @default 256 MiB */
  recordingBytes: number;
}

const KiB = 1024;
const MiB = 1024 * KiB;

const DEFAULTS: TraceLimits = {
  recordBytes: 256 * KiB,
  textBytes: 16 * KiB,
  base64Bytes: KiB,
  previewChars: 512,
  scannedBytes: MiB,
  arrayItems: 1_000,
  depth: 32,
  nodes: 10_000,
  visitedBytes: MiB,
  queueBytes: 8 * MiB,
  queueRecords: 10_000,
  reserveBytes: MiB,
  batchBytes: 256 * KiB,
  segmentBytes: 16 * MiB,
  recordingBytes: 256 * MiB,
};

/** @throws LoopTelemetryError `invalid-option` for what is no positive whole number. */
export function limitsFrom(given: Partial<TraceLimits> = {}): TraceLimits {
  for (const [name, value] of Object.entries(given)) {
    if (name in DEFAULTS && Number.isSafeInteger(value) && value > 0) continue;
    throw new LoopTelemetryError(
      'invalid-option',
      name in DEFAULTS
        ? `limits.${name}: expected a positive whole number, got ${String(value)}.`
        : `limits.${name}: there is no such limit.`,
    );
  }
  return { ...DEFAULTS, ...given };
}
