import { it } from 'vitest';
import { beginnings, expectLinear } from '../test/redact/hostile.js';

const FILLERS = ['', 'a', ' ', ' a', '-', '.', 'A1', '\\', '"', 'x:', '\n', '%3D', '\\"'];

it.each(FILLERS)('beginnings followed by %j take time in proportion to the text', (filler) => {
  for (const beginning of beginnings) expectLinear(beginning + filler);
});
