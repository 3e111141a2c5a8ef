import type { Pattern } from '../pattern.js';
import { ADDRESSES } from './addresses.js';
import { AI } from './ai.js';
import { BLOCKS } from './blocks.js';
import { CLOUDS } from './clouds.js';
import { CODE } from './code.js';
import { COMMANDS } from './commands.js';
import { SCHEMES } from './schemes.js';
import { SERVICES } from './services.js';

/** Every built-in pattern beside that of names and values. */
export const BUILT_IN: readonly Pattern[] = [
  ...BLOCKS,
  ...SCHEMES,
  ...ADDRESSES,
  ...COMMANDS,
  ...AI,
  ...CLOUDS,
  ...CODE,
  ...SERVICES,
];
