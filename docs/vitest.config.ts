import { defineConfig } from 'vitest/config';
// @boundaries-ignore the shared test settings live at the root
import { tests } from '../vitest.shared.ts';

export default defineConfig(tests);
