import { defineConfig, mergeConfig } from 'vitest/config';
// @boundaries-ignore the shared test settings live at the root
import { tests } from '../vitest.shared.ts';

// Each example is a process of its own, and two of them are as many as most machines take.
export default mergeConfig(tests, defineConfig({ test: { maxConcurrency: 2, maxWorkers: 1 } }));
