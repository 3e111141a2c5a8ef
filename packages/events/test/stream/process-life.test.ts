import { expect, it, vi } from 'vitest';
import { TextHub } from './a-hub.js';

it('a timer of heartbeats keeps no process alive', () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const hub = new TextHub();
  hub.read();
  const [made] = timers.mock.results as { value: NodeJS.Timeout }[];
  expect(made?.value.hasRef()).toBe(false);
  hub.dispose();
  timers.mockRestore();
});
