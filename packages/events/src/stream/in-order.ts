/**
 * One task at a time: what is asked for while one runs comes after it. So what a listener
 * publishes takes effect when the current frame has reached everybody, and the order is the same
 * for all (DESIGN D37).
 */
export class InOrder {
  readonly #waiting: (() => void)[] = [];
  readonly #guarded: (task: () => void) => void;
  #isBusy = false;

  /** @param guarded runs a task that had to wait: its caller has gone on and can catch nothing. */
  constructor(guarded: (task: () => void) => void) {
    this.#guarded = guarded;
  }

  run(task: () => void): void {
    if (this.#isBusy) {
      this.#waiting.push(task);
      return;
    }
    this.#isBusy = true;
    try {
      task();
    } finally {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
        this.#guarded(next);
      }
      this.#isBusy = false;
    }
  }

  /** What waits is not run any more. */
  drop(): void {
    this.#waiting.length = 0;
  }
}
