import type { AnyEvent } from '../../src/index.js';

/** An event of a kind the core does not know: one `loop.event` frame, some `size` bytes long. */
export function note(n: number, size = 0): AnyEvent & { n: number; text: string } {
  return { type: 'note', n, text: 'x'.repeat(size) };
}
