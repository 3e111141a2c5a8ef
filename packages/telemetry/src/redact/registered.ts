import { LoopTelemetryError } from '../errors.js';
import type { Match, Pattern } from './pattern.js';
import { formsOf } from './secret-forms.js';

const KIND = 'registered';
const FEWEST_CHARACTERS = 8;

/** How much of a value is looked for before all of it is compared. */
const HEAD = 6;

/** The values that the host knows to be credentials, as patterns. Kept in memory only. */
export class RegisteredSecrets {
  readonly #forms = new Map<string, Pattern>();

  get patterns(): readonly Pattern[] {
    return [...this.#forms.values()];
  }

  /** Whether there is anything new to look for. @throws LoopTelemetryError when it is too short. */
  add(value: string): boolean {
    if (typeof value !== 'string' || value.length < FEWEST_CHARACTERS) {
      throw new LoopTelemetryError(
        'invalid-option',
        `A secret has at least ${FEWEST_CHARACTERS} characters: a shorter one would take words out of every text.`,
      );
    }
    const before = this.#forms.size;
    for (const form of formsOf(value)) {
      if (!this.#forms.has(form)) this.#forms.set(form, patternOf(form));
    }
    return this.#forms.size > before;
  }

  /** How many units at the end of the text may be the first of a value, too few to be noticed. */
  headAtEnd(text: string): number {
    for (let length = HEAD - 1; length > 0; length--) {
      const tail = text.slice(-length);
      for (const form of this.#forms.keys()) if (form.startsWith(tail)) return tail.length;
    }
    return 0;
  }
}

function patternOf(form: string): Pattern {
  return {
    literals: [form.slice(0, HEAD)],
    match(text, start): Match | undefined {
      const end = Math.min(start + form.length, text.length);
      if (!form.startsWith(text.slice(start, end))) return undefined;
      const span = { start, end, kind: KIND };
      const stretch = { from: start, to: end };
      if (end - start === form.length) return { ...stretch, spans: [span], isOpen: false };
      return { ...stretch, spans: [], isOpen: true, begun: span };
    },
  };
}
