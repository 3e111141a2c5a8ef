// Runs the command given as arguments, then adds up the test results of all packages.
//
// The last line is always "N passed, N failed"; ", N skipped" follows only when there are any.
// The exit code is 0 only when the command succeeded, no test failed, and every package that has
// a test script left results.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './with-pnpm.mjs';

const root = join(import.meta.dirname, '..');
const resultsOf = (folder) => join(root, folder, 'test-results.json');

const tested = ['packages', 'apps']
  .filter((group) => existsSync(join(root, group)))
  .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
  .concat('examples', 'docs')
  .filter((folder) => hasTests(join(root, folder, 'package.json')));

// Results of an earlier run must not be counted. Those of an unchanged package come from the cache.
for (const folder of tested) rmSync(resultsOf(folder), { force: true });

const problems = [];
const [command, ...args] = process.argv.slice(2);
const status = command === undefined ? 0 : run(command, args, root);
if (status !== 0) problems.push(`a step failed (exit code ${status}), see above`);

const totals = { passed: 0, failed: 0, skipped: 0 };
for (const folder of tested) {
  try {
    add(JSON.parse(readFileSync(resultsOf(folder), 'utf8')));
  } catch {
    problems.push(`${folder} has no test results`);
  }
}
if (totals.failed > 0) problems.push('tests failed');
if (totals.passed === 0) problems.push('no test passed');

const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
for (const problem of problems) console.log(`npm test: ${problem}`);
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exitCode = problems.length > 0 ? status || 1 : 0;

function hasTests(manifest) {
  return (
    existsSync(manifest) && 'test' in (JSON.parse(readFileSync(manifest, 'utf8')).scripts ?? {})
  );
}

function add(results) {
  // A file that fails before its first test counts as one failure.
  const broken = results.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  totals.passed += results.numPassedTests;
  totals.failed += results.numFailedTests + broken;
  totals.skipped += results.numPendingTests + results.numTodoTests;
}
