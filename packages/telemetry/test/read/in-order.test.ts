import { expect, it } from 'vitest';
import { InOrder } from '../../src/read/in-order.ts';

const MIB = 1024 * 1024;

function order(next?: number): {
  released: number[];
  add: (number: number, bytes?: number) => void;
} {
  const released: number[] = [];
  const inOrder = new InOrder<number>(next, (number) => released.push(number));
  return { released, add: (number, bytes = 1) => inOrder.add(number, number, number, bytes) };
}

it.each([
  ['what is not due waits on', [2, 5, 1], [1, 2]],
  ['what waited on is released when it is due', [2, 5, 1, 3, 4], [1, 2, 3, 4, 5]],
  ['a number that comes again changes nothing', [1, 2, 3, 1, 4], [1, 2, 3, 1, 4]],
])('%s', (_, numbers, expected) => {
  const { released, add } = order(1);
  for (const number of numbers) add(number);
  expect(released).toEqual(expected);
});

it('where too many wait, the lower half goes on', () => {
  const { released, add } = order(1);
  const even = Array.from({ length: 16_385 }, (_, index) => 2 * (index + 1));
  for (const number of even.slice(1).reverse()) add(number);
  expect(released).toEqual([]);
  add(2);
  expect(released).toEqual(even.slice(0, 8_193));
});

it('what waited takes no room any more', () => {
  const { released, add } = order(1);
  for (let number = 1; number < 100; number += 2) {
    add(number + 1, MIB);
    add(number);
  }
  add(102, 9 * MIB);
  expect(released).toHaveLength(100);
});
