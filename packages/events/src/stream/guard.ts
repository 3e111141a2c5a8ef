/** Runs code of the host's: what it throws is reported and goes no further. */
export class Guard {
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  readonly run = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      this.report(error);
    }
  };

  report(error: unknown): void {
    try {
      this.#onError(error);
    } catch {
      // Nobody is left to tell.
    }
  }
}
