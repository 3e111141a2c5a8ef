import { defineConfig } from 'vitest/config';
// @boundaries-ignore the shared test settings live at the root
import { tests } from '../../vitest.shared.ts';

// Its files leave nothing behind in their process: nearly half of their time was its start.
export default defineConfig({ ...tests, test: { ...tests.test, isolate: false } });
