import { BUILT_IN } from '../../src/redact/patterns/built-in.js';
import { createRedactor, type Redactor } from '../../src/redact/redactor.js';

const KIB = 1_024;

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

/** One unit over and over. */
export function hostile(unit: string, kib: number): string {
  return unit.repeat(Math.ceil((kib * KIB) / unit.length)).slice(0, kib * KIB);
}

/**
 * Of so many KiB, little more is allowed than what any text may cost: some 180 for each character. What
 * is read again and again, in units of up to 60 characters, costs more.
 */
export const CHEAP_KIB = 24;
export const cheap: Redactor = createRedactor({ maxWork: 1 });
