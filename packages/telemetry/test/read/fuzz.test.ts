import { expect, test } from 'vitest';
import { damagedRecording } from './damaged.ts';
import { checkDamaged } from './invariants.ts';
import { Random } from './random.ts';

test.each([0, 1, 2, 3, 4, 5])(
  'damaged at random, every intact record is read once, nothing is made up, all is told (%i)',
  async (part) => {
    for (let seed = part * 500; seed < (part + 1) * 500; seed++) await checkDamaged(seed);
  },
);

test('the damage is worth the name', () => {
  let touched = 0;
  let records = 0;
  for (let seed = 0; seed < 200; seed++) {
    const { segments, written } = damagedRecording(new Random(seed));
    records += written.length;
    touched += segments.filter(({ origins }) => origins.some((at, index) => at !== index)).length;
  }
  expect(records).toBeGreaterThan(1_000);
  expect(touched).toBeGreaterThan(200);
});
