import { expectFunction } from '../expect.js';

/** Functions that want to hear of something. */
export class Listeners<Value = void> {
  readonly #listeners = new Set<(value: Value) => void>();
  readonly #guarded: (task: () => void) => void;

  /** @param guarded runs a listener, and keeps what it throws from everybody else. */
  constructor(guarded: (task: () => void) => void) {
    this.#guarded = guarded;
  }

  /**
   * Puts a listener in, also twice. The way out takes out this one, and is idempotent.
   *
   * @throws LoopEventsError `invalid-option`
   */
  add(listener: (value: Value) => void): () => void {
    expectFunction(listener, 'listener: expected a function.');
    const own = (value: Value): void => listener(value);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /**
   * Calls those that are in now. Whoever leaves meanwhile is not called any more, and whoever
   * joins waits for the next time.
   */
  tell(value: () => Value): void {
    for (const listener of [...this.#listeners]) {
      if (this.#listeners.has(listener)) this.#guarded(() => listener(value()));
    }
  }
}
