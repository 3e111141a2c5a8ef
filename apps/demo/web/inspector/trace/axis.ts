import { formatDuration } from '../format.js';

/** A line across the waterfall. */
export interface AxisTick {
  /** Of the width, from 0 to 1. */
  at: number;
  label: string;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** What people count in, in milliseconds. */
const STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 20, 30, 60].map((count) => count * MINUTE),
];
const MAX_TICKS = 5;
/** Of the width; a label that begins further right has no room. */
const LAST = 0.88;

/** Round times across a span, a few of them. */
export function axisTicks(spanMs: number): AxisTick[] {
  const step = stepFor(spanMs);
  const ticks: AxisTick[] = [];
  for (let ms = 0; ms <= spanMs * LAST; ms += step) {
    ticks.push({ at: ms / spanMs, label: ms === 0 ? '0' : formatDuration(ms) });
  }
  return ticks;
}

function stepFor(spanMs: number): number {
  let step = STEPS.find((candidate) => candidate * MAX_TICKS >= spanMs) ?? 60 * MINUTE;
  while (step * MAX_TICKS < spanMs) step *= 2;
  return step;
}
