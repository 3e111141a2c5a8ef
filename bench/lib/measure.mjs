// One scenario, against all its servers and several times over.
import { targetFor } from '../targets.mjs';
import { spread } from './statistics.mjs';
import { startWorker } from './worker.mjs';

const here = (path) => new URL(`../${path}`, import.meta.url).href;

/**
 * Servers take turns within a repeat, so that all meet the same machine.
 *
 * @returns a row for each figure and server, the generator's share of a core, and what went wrong
 */
export async function measure({ scenario, servers, repeats, share }) {
  const outcomes = new Map(servers.map((server) => [server, []]));
  const failures = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const server of servers) {
      try {
        outcomes.get(server).push(await runOnce(scenario, server, share));
      } catch (error) {
        outcomes.get(server).push(undefined);
        failures.push({ scenario: scenario.name, server, error: error.message });
      }
    }
  }
  const rows = Object.entries(scenario.figures).flatMap(([key, figure]) =>
    servers.flatMap((server) => rowOf({ key, figure, server, outcomes })),
  );
  const loadShares = [...outcomes.values()].flat().map((outcome) => outcome?.loadShare ?? 0);
  return { rows, loadShare: Math.max(...loadShares), failures };
}

/** Processes of its own for each: what one leaves behind is not the next one's. */
async function runOnce({ module, serverOptions = {}, run }, server, share) {
  if (module) {
    return withWorkers([['jobs/main.mjs', here(module)]], ([job]) => job.ask('run', { share }));
  }
  const options = JSON.stringify(serverOptions);
  const scripts = [['servers/main.mjs', here(`servers/${server}.mjs`), options], ['load/main.mjs']];
  return withWorkers(scripts, ([contender, load]) => run({ server: contender, load, share }));
}

async function withWorkers(scripts, task) {
  const started = await Promise.all(
    scripts.map(([script, ...args]) => startWorker(here(script), ...args)),
  );
  try {
    return await task(started);
  } finally {
    await Promise.all(started.map((worker) => worker.stop()));
  }
}

/** One line of the table; none where nothing was measured. */
function rowOf({ key, figure: { row, unit, isToFloor = false }, server, outcomes }) {
  const measured = outcomes.get(server).flatMap((outcome) => outcome?.[key] ?? []);
  if (measured.length === 0) return [];
  const floor = outcomes.get('raw-http');
  const ratios = outcomes.get(server).flatMap((outcome, repeat) => {
    const of = floor?.[repeat]?.[key];
    return isToFloor && of !== undefined && outcome ? outcome[key] / of : [];
  });
  const value = spread(measured);
  const ratio = ratios.length > 0 ? spread(ratios) : undefined;
  const target = targetFor(row, server);
  const isMet = target?.isMet((ratio ?? value).median);
  return { row, server, unit, value, ratio, target: target?.text, isMet, measured };
}
