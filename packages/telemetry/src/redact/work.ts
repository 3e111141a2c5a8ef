import { RedactionError } from './redaction-error.js';

/** What any text may cost, however short: hardly one of less than some ten kilobytes is refused. */
const ALWAYS_ALLOWED = 4_194_304;

/**
 * What looking through one text may cost, all looks together. One unit is a character that is looked
 * at once, some nanoseconds. Patterns do not read a text again and again; what was made so that they
 * do ends here, and keeps nobody waiting.
 */
export class Work {
  readonly #perCharacter: number;
  #left: number;

  constructor(text: string, perCharacter: number) {
    this.#perCharacter = perCharacter;
    this.#left = ALWAYS_ALLOWED + text.length * perCharacter;
  }

  /** @throws RedactionError when it is more than is left. */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left >= 0) return;
    throw new RedactionError(
      `Looking for credentials would take more work than is allowed (maxWork ${this.#perCharacter}): the text must not be let out.`,
    );
  }
}
