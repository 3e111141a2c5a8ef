/** Invented credentials: from a seed, so that a failure can be repeated and no key stands in a file. */
export interface Random {
  /** A whole number below `limit`. */
  below(limit: number): number;
  /** `length` characters of the alphabet; the first is a letter where it has any. */
  of(alphabet: string, length: number): string;
  hex(length: number): string;
  digits(length: number): string;
  alnum(length: number): string;
  lower(length: number): string;
  upper(length: number): string;
  base64(length: number): string;
  base64url(length: number): string;
}

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const ALNUM = UPPER + LOWER + DIGITS;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => Math.floor(next() * limit);
  const of = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[below(alphabet.length)]).join('');

  return {
    below,
    of,
    hex: (length) => of(`${DIGITS}abcdef`, length),
    digits: (length) => of(DIGITS, length),
    alnum: (length) => of(ALNUM, length),
    lower: (length) => of(LOWER + DIGITS, length),
    upper: (length) => of(UPPER + DIGITS, length),
    base64: (length) => of(`${ALNUM}+/`, length),
    base64url: (length) => of(`${ALNUM}-_`, length),
  };

  /** Mulberry32. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
