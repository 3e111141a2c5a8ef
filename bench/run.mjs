// Runs every scenario against every server, side by side and several times over, and prints what
// each costs as a ratio to raw-http in the same run. Fails where something was not delivered once
// and in order, never for a figure.
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { markdownOf } from './lib/markdown.mjs';
import { measure } from './lib/measure.mjs';
import { readOptions } from './lib/options.mjs';
import { printScenario, printSummary } from './lib/report.mjs';

const { plan, quick, markdown, repeats, share } = chosen(process.argv.slice(2));
const machine = {
  ...{ cpu: cpus()[0]?.model, cores: cpus().length, node: process.versions.node },
  memoryGiB: Math.round(totalmem() / 2 ** 30),
};
const date = new Date().toISOString();
const [rows, failures, loadShares] = [[], [], {}];
if (quick) console.log('A quick run: a tenth of the frames, clients and records, once. Rough.');
for (const { scenario, servers } of plan) {
  const outcome = await measure({ scenario, servers, repeats, share });
  printScenario(scenario, outcome);
  rows.push(...outcome.rows);
  failures.push(...outcome.failures);
  loadShares[scenario.name] = outcome.loadShare;
}
printSummary(rows, failures);
const results = { date, machine, quick, repeats, rows, loadShares, failures };
writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
if (markdown) console.log(`\n${markdownOf(results)}`);
process.exitCode = failures.length > 0 ? 1 : 0;

function chosen(args) {
  try {
    return readOptions(args);
  } catch (error) {
    console.error(`bench: ${error.message}`);
    process.exit(2);
  }
}
