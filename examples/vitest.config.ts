import { defineConfig, mergeConfig } from 'vitest/config';
// @boundaries-ignore the shared test settings live at the root
import { tests } from '../vitest.shared.ts';

// Each example is a process of its own.
export default mergeConfig(tests, defineConfig({ test: { maxConcurrency: 2 } }));
