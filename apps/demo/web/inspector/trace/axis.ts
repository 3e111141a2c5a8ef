import { formatDuration } from '../format.js';

/** A line across the waterfall. */
export interface AxisTick {
  /** Of the width, from 0 to 1. */
  at: number;
  label: string;
}

const STEPS = [1, 2, 5];
const MIN_TICKS = 3;

/** Round times across a span, three to seven of them. */
export function axisTicks(spanMs: number): AxisTick[] {
  const step = stepFor(spanMs);
  const ticks: AxisTick[] = [];
  for (let ms = 0; ms <= spanMs; ms += step) {
    ticks.push({ at: ms / spanMs, label: ms === 0 ? '0' : formatDuration(ms) });
  }
  return ticks;
}

/** The largest of 1, 2, 5, 10, … milliseconds that gives enough ticks. */
function stepFor(spanMs: number): number {
  let step = 1;
  for (let power = 1; power * MIN_TICKS <= spanMs; power *= 10) {
    for (const factor of STEPS) {
      if (power * factor * MIN_TICKS <= spanMs) step = power * factor;
    }
  }
  return step;
}
