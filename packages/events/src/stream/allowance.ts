/**
 * How far a reader may be behind (DESIGN D8): the target, and beyond it what it has not had the
 * chance to read yet. That is what it opened with and what a turn added that found it below the
 * target, until a turn finds it below the target again. So a reader is cut for what it did not
 * read, never for the size of a frame or of a turn.
 */
export class Allowance {
  readonly target: number;
  #credit = 0;
  #isTurnOpen = true;
  /** The stream's length from which on the bytes of the open turn are credit, if they are. */
  #creditFrom: number | undefined;

  /** @param openedAt the stream's length before what the reader opens with, in the open turn. */
  constructor(target: number, openedAt: number) {
    this.target = target;
    this.#creditFrom = openedAt;
  }

  /**
   * A turn begins. One that begins before the reader was served at the end of the last is that
   * turn to it. Returns whether a reader with that lag is too far behind.
   */
  turnBegins(lag: number, total: number): boolean {
    if (this.#isTurnOpen) return false;
    this.#isTurnOpen = true;
    if (lag >= this.target) return lag > this.target + this.#credit;
    this.#creditFrom = total;
    return false;
  }

  /** A turn is over. */
  turnEnds(total: number): void {
    if (this.#creditFrom !== undefined) this.#credit = total - this.#creditFrom;
    this.#creditFrom = undefined;
    this.#isTurnOpen = false;
  }
}
