import { defineConfig } from 'vitest/config';
import { tests } from './vitest.shared.ts';

/** `npm run coverage`: one table over the published packages, by their own tests. */
export default defineConfig({
  ...tests,
  test: {
    projects: ['packages/{events,pi,sse-client,sse-express,sse-hono,telemetry}'],
    reporters: ['dot'],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'coverage',
      reportOnFailure: true,
    },
  },
});
