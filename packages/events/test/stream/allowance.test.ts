import { expect, it } from 'vitest';
import { Allowance } from '../../src/stream/allowance.js';

it('is used up by the first byte beyond it, and stays used where a turn finds it used', () => {
  const allowance = new Allowance(10, 0);
  allowance.turnEnds(0);
  expect(allowance.turnBegins(10, 10)).toBe(false);
  allowance.turnEnds(1_000);
  expect(allowance.turnBegins(11, 1_000)).toBe(true);
});

it('is looked at once in a turn', () => {
  const allowance = new Allowance(10, 0);
  allowance.turnEnds(0);
  expect([allowance.turnBegins(9, 9), allowance.turnBegins(99, 99)]).toEqual([false, false]);
});
