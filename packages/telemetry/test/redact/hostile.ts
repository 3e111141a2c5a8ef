import { expect } from 'vitest';
import { BUILT_IN } from '../../src/redact/patterns/built-in.js';
import { createRedactor, type Redactor } from '../../src/redact/redactor.js';

const KIB = 1_024;
export const redactor: Redactor = createRedactor();

/** Beginnings of everything (of what has many, one), each followed by what keeps its pattern reading. */
export const beginnings: readonly string[] = [
  ...new Set(BUILT_IN.map(({ literals }) => literals[0]!)),
  ...[
    'password="',
    "password='",
    'password=\\"',
    'token=',
    'token: ',
    '"token":["',
    'secret-',
    'key',
  ],
  ...[
    'Authorization: ',
    'Authorization: Bearer ',
    'Cookie: a=',
    '<password>',
    'name: token\n',
    'token ',
  ],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----"',
    '-----END',
    '\\\\\\"',
    '://a:',
    '%3A%2F%2Fa%3A',
  ],
  ...[
    'curl -u a',
    'login a password ',
    '[redacted:token]',
    'A_',
    'token%3D',
    'a.b-c_',
    'auth="',
    'eyJ-eyJ.',
    '25',
    '%25',
    '%',
    '%20token%3D',
  ],
];
/** The least of several goes: what the machine does beside it only adds. */
function timeOf(work: () => unknown, goes = 1): number {
  let least = Number.POSITIVE_INFINITY;
  for (let go = 0; go < goes; go++) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** One unit over and over. */
export function hostile(unit: string, kib: number): string {
  return unit.repeat(Math.ceil((kib * KIB) / unit.length)).slice(0, kib * KIB);
}

/**
 * Quadratic work takes half a second at least for 64 KiB, and 16 times as long as for a fourth of
 * that. A busy machine is asked again.
 */
export function expectLinear(unit: string, look: (text: string) => unknown = redactor.text): void {
  const small = hostile(unit, 16);
  const large = hostile(unit, 64);
  // A busy machine makes any one measurement wrong; growth by the square is wrong in all of them.
  for (let round = 1; ; round++) {
    const goes = Math.min(3 ** (round - 1), 9);
    const after = timeOf(() => look(large), goes);
    if (after < 100) return;
    const before = timeOf(() => look(small), goes);
    if (after < 12 * before) return;
    if (round === 8) expect.fail(`${JSON.stringify(unit)}: ${before} ms, then ${after} ms`);
  }
}
