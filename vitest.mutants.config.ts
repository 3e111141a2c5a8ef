import { defineConfig } from 'vitest/config';
import { tests } from './vitest.shared.ts';

/** `npm run mutate`: any package's tests, in Node only. */
export default defineConfig(tests);
