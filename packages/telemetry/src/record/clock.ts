/** What tells the time. */
export interface Clock {
  /** Wall clock, epoch milliseconds. */
  now(): number;
  /** Steady clock, whole microseconds from any origin. */
  mono(): number;
}

/** The platform's. Looked up when used, so that fake clocks work. */
export const platformClock: Clock = {
  now: () => Date.now(),
  mono: () => Math.round(performance.now() * 1_000),
};
