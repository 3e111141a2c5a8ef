import { difference } from '../difference.js';
import type { Bench } from './bench.js';

/** One sentence of the contract, and how to see whether it holds. */
export interface Check {
  readonly name: string;
  readonly run: (bench: Bench) => Promise<void>;
}

/** @throws Error naming the first difference */
export function assertEqual(actual: unknown, expected: unknown, what: string): void {
  const found = difference(actual, expected);
  if (found !== undefined) throw new Error(`${what}: ${found}`);
}

/** @throws Error */
export function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** How long anything may take that needs no publish; generous, for machines under load. */
const PATIENCE_MS = 5_000;

/** @throws Error where `promise` takes too long */
export async function soon<T>(
  promise: Promise<T>,
  what: string,
  ms: number = PATIENCE_MS,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lets everything else that is due have its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
