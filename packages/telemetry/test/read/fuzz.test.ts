import { expect, test } from 'vitest';
import { damagedRecording } from './damaged.ts';
import { checkDamaged } from './invariants.ts';
import { Random } from './random.ts';

// A hundred times as many: in the soak.
test('damaged at random, every intact record is read once, nothing is made up, all is told', async () => {
  for (let seed = 0; seed < 1_000; seed++) await checkDamaged(seed);
});

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
