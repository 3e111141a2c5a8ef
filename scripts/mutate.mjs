// npm run mutate -- events|telemetry [src/file.ts …] [--tests test/file.test.ts]… [--workers 1]
//
// Changes the sources, one small fault at a time, and tells which faults no test finds. Without files
// it goes through what all else rests on, which takes an hour or more. It works on the files themselves, so it
// wants a tree without changes; broken off, it leaves its last fault behind: `git restore` removes it.
// What was tested so far is in coverage/mutants-<package>.tsv. `--tests` leaves out what is slow.
import { Stryker } from '@stryker-mutator/core';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const rests = {
  // The fold, cursors, what is kept and who is cut.
  events: [
    'src/session/{fold,fold-delta,fold-messages,fold-tools,timeline,window}.ts',
    'src/stream/{allowance,connection,cursor,linked-frames,replay-buffer}.ts',
  ],
  // What must not be recorded, and what is read after damage.
  telemetry: ['src/{redact,read}/**/*.ts'],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string', multiple: true }, workers: { type: 'string' } },
});
const [name = '', ...files] = positionals;
const folder = join(import.meta.dirname, '../packages', name);
if (name in rests && existsSync(folder)) await mutate();
else {
  console.error(
    `Name one of ${Object.keys(rests).join(', ')}, for example: npm run mutate -- events`,
  );
  process.exitCode = 1;
}

async function mutate() {
  process.chdir(folder);
  if (values.tests !== undefined) process.env['MUTANTS_TESTS'] = JSON.stringify(values.tests);
  const stryker = new Stryker({
    mutate: files.length > 0 ? files : rests[name],
    testRunner: 'vitest',
    vitest: { configFile: '../../vitest.mutants.config.ts' },
    plugins: [
      import.meta.resolve('@stryker-mutator/vitest-runner'),
      import.meta.resolve('./mutants-reporter.mjs'),
    ],
    coverageAnalysis: 'perTest',
    // Settings are shared by a path that leaves the package, so a copy of it would not find them.
    inPlace: true,
    // Stryker would rewrite it with an API that TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    reporters: ['at-once', 'clear-text', 'html'],
    clearTextReporter: { reportTests: false },
    htmlReporter: { fileName: join(import.meta.dirname, `../coverage/mutants-${name}.html`) },
    allowConsoleColors: process.stdout.isTTY,
    ...(values.workers !== undefined && { concurrency: Number(values.workers) }),
  });
  await stryker.runMutationTest();
}
