import { defineConfig } from 'vitest/config';
// @boundaries-ignore the shared test settings live at the root
import { tests } from '../../vitest.shared.ts';

// Its files leave nothing behind in their process, so they need not have one each.
export default defineConfig({ ...tests, test: { ...tests.test, isolate: false } });
