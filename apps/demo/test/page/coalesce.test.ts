import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { coalesce } from '../../web/shared/coalesce.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends when the test says so. */
function work() {
  const ends: (() => void)[] = [];
  return {
    ends,
    run: () => new Promise<void>((resolve) => ends.push(resolve)),
  };
}

it('begins at once, and does what is asked for meanwhile once, afterwards', async () => {
  const { ends, run } = work();
  const request = coalesce(run, 250);
  request();
  expect(ends).toHaveLength(1);
  for (let n = 0; n < 100; n++) request();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(249);
  request();
  expect(ends).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends).toHaveLength(2);
  request();
  expect(ends).toHaveLength(3);
});

it('goes on after a failure', async () => {
  const failing = vi.fn(() => Promise.reject(new Error('down')));
  const request = coalesce(failing, 250);
  request();
  request();
  await vi.advanceTimersByTimeAsync(250);
  expect(failing).toHaveBeenCalledTimes(2);
});

it('begins nothing after it was cancelled', async () => {
  const { ends, run } = work();
  const request = coalesce(run, 250);
  request();
  request();
  request.cancel();
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toHaveLength(1);
});
