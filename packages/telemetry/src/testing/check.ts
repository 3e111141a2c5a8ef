import type { StoragePlace } from './storage-suite.js';

/** One sentence of what a storage has to do, and how to see whether it holds. */
export interface Check {
  readonly name: string;
  /** In an empty place of its own. */
  readonly run: (place: StoragePlace) => Promise<void>;
}

const MOST_SHOWN = 200;

/** Values of plain JSON. @throws Error that shows both */
export function assertEqual(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) {
    throw new Error(`${what}: got ${shown(got)}, expected ${shown(wanted)}`);
  }
}

/** @throws Error */
export function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

function shown(json: string | undefined): string {
  const text = String(json);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
