// Runs every scenario against every server, side by side and several times over, and prints what
// each costs as a ratio to raw-http in the same run. See ../PERFORMANCE.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, spread } from './lib/statistics.mjs';
import { startWorker } from './lib/worker.mjs';
import { fanOuts } from './scenarios/fan-out.mjs';
import { idles } from './scenarios/idle.mjs';
import { storms } from './scenarios/storm.mjs';

const SERVERS = [
  ...['raw-http', 'loop-express', 'loop-hono', 'loop-hono-web'],
  ...['better-sse', 'sse-channel', 'fastify-sse', 'hono-stream-sse'],
];

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    repeats: { type: 'string' },
    scenario: { type: 'string', default: '' },
    server: { type: 'string', default: '' },
    out: { type: 'string', default: 'results.json' },
  },
});
const repeats = Number(options.repeats ?? (options.quick ? 1 : 5));
const share = options.quick ? 0.25 : 1;
const scenarios = [...fanOuts, ...storms, ...idles].filter(({ name }) =>
  name.includes(options.scenario),
);
const servers = SERVERS.filter((name) => name === 'raw-http' || name.includes(options.server));

const results = [];
for (const scenario of scenarios) {
  const measured = new Map(servers.map((name) => [name, []]));
  let loadShare = 0;
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const name of servers) {
      const outcome = await measure(scenario, name);
      measured.get(name).push(outcome.value);
      loadShare = Math.max(loadShare, outcome.loadShare);
    }
  }
  const floor = measured.get('raw-http');
  for (const [server, values] of measured) {
    const ratios = values.map((value, repeat) => value / floor[repeat]);
    results.push({
      scenario: scenario.name,
      unit: scenario.unit,
      server,
      ...spread(values),
      ratio: spread(ratios),
    });
  }
  print(scenario, measured, loadShare);
}

const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
const out = fileURLToPath(new URL(options.out, import.meta.url));
mkdirSync(fileURLToPath(new URL('.', import.meta.url)), { recursive: true });
writeFileSync(
  out,
  `${JSON.stringify({ date: new Date().toISOString(), machine, repeats, share, results }, null, 2)}\n`,
);

/** A server of its own for each: what one leaves behind is not the next one's. */
async function measure(scenario, name) {
  const here = (path) => fileURLToPath(new URL(path, import.meta.url));
  const server = await startWorker(here('servers/main.mjs'), [here(`servers/${name}.mjs`)]);
  const load = await startWorker(here('load/main.mjs'));
  try {
    return await scenario.run(server, load, { share });
  } finally {
    await Promise.all([server.stop(), load.stop()]);
  }
}

function print(scenario, measured, loadShare) {
  const floor = measured.get('raw-http');
  console.log(
    `\n${scenario.name}  (${scenario.unit}; generator at ${Math.round(loadShare * 100)} % of a core)`,
  );
  for (const [server, values] of measured) {
    const ratios = values.map((value, repeat) => value / floor[repeat]);
    const { min, max } = spread(ratios);
    const range = repeats > 1 ? `  ${min.toFixed(2)} to ${max.toFixed(2)}` : '';
    console.log(
      `  ${server.padEnd(18)} ${median(values).toFixed(2).padStart(9)}  ${median(ratios).toFixed(2).padStart(6)}${range}`,
    );
  }
}
