/** The runs of an agent, one at a time. */
export interface OneRun {
  /** Of the run that is active. */
  readonly signal: AbortSignal | undefined;
  /**
   * Runs `work`. Resolves when it is over.
   *
   * @throws Error (rejects) while another run is active.
   */
  start(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  abort(): void;
  waitForIdle(): Promise<void>;
}

/** @param settled is called at the end of each run, when the next one may begin. */
export function createOneRun(settled: (outcome: { aborted: boolean }) => void): OneRun {
  let run: { abort: AbortController; over: Promise<void> } | undefined;
  return {
    get signal() {
      return run?.abort.signal;
    },
    async start(work) {
      if (run)
        throw new Error('The agent is busy: queue the text, or wait for the end of the run.');
      const abort = new AbortController();
      // Begun a moment later: whoever hears the first event and asks waitForIdle() must find the run.
      const over = Promise.resolve()
        .then(() => work(abort.signal))
        .finally(() => {
          run = undefined;
          settled({ aborted: abort.signal.aborted });
        });
      run = { abort, over };
      await over;
    },
    abort: () => run?.abort.abort(),
    waitForIdle: () => run?.over.catch(() => {}) ?? Promise.resolve(),
  };
}
