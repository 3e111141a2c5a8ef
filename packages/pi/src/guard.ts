/** Keeps errors from reaching whoever calls the bridge. */
export interface Guard {
  /** Runs `work`; what it throws is reported. */
  guard(work: () => void): void;
  /** Tells `onError`, and drops what that throws. */
  report(error: unknown): void;
}

/** Everything that goes wrong ends at `onError`. */
export function createGuard(onError: (error: unknown) => void): Guard {
  function report(error: unknown): void {
    try {
      onError(error);
    } catch {
      // Nobody is left to tell.
    }
  }
  return {
    guard(work) {
      try {
        work();
      } catch (error) {
        report(error);
      }
    },
    report,
  };
}
