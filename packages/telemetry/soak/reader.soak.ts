import { test } from 'vitest';
import { checkDamaged } from '../test/read/invariants.ts';

/** Other seeds than those of the tests. */
const FIRST_SEED = 1_000_000;

test.each(Array.from({ length: 10 }, (_, part) => part))(
  '10,000 damaged recordings hold the invariants (%i of 10)',
  async (part) => {
    const from = FIRST_SEED + part * 10_000;
    for (let seed = from; seed < from + 10_000; seed++) await checkDamaged(seed);
  },
);
