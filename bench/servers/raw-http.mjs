// The floor that everything is measured against: each frame encoded once, and written to every response.
import { encodedFrame } from './frame.mjs';
import { createRaw } from './raw.mjs';

export function create(options) {
  return createRaw(options, {
    frame: encodedFrame,
    write: (response, frame) => response.write(frame),
    comment: Buffer.from(':\n\n'),
  });
}
