// The command line, and what of the bench it chooses.
import { parseArgs } from 'node:util';
import { scenarios } from '../scenarios/index.mjs';
import { rowsWithTarget } from '../targets.mjs';

const FLOOR = 'raw-http';
const OURS = ['loop-express', 'loop-hono', 'loop-hono-web'];
const OTHERS = ['raw-socket', 'better-sse', 'sse-channel', 'fastify-sse', 'hono-stream-sse'];
/** The process of a job, in a table of servers. */
const OWN = 'loop';

/**
 * A scenario's whole name stands for it alone, a part for all that have it.
 *
 * @throws Error where a name fits nothing, or a number is none, or a target has no figure
 */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      repeats: { type: 'string' },
      scenario: { type: 'string', default: '' },
      server: { type: 'string', default: '' },
    },
  });
  const { quick, markdown, scenario, server } = values;
  const repeats = Number(values.repeats ?? (quick ? 1 : 3));
  if (!Number.isSafeInteger(repeats) || repeats < 1) {
    throw new Error(`--repeats: expected a whole number from 1, got ${values.repeats}.`);
  }
  const measured = scenarios.flatMap(({ figures }) => rowsOf(figures));
  const unknown = rowsWithTarget.find((row) => !measured.includes(row));
  if (unknown) throw new Error(`targets.mjs: no scenario measures '${unknown}'.`);
  const isWhole = scenarios.some(({ name }) => name === scenario);
  const plan = scenarios
    .filter(({ name, figures }) =>
      isWhole ? name === scenario : isNamed(scenario, [name, ...rowsOf(figures)]),
    )
    // Who asks for a scenario gets it, quick or not.
    .filter((chosen) => !quick || chosen.quick || scenario !== '')
    .map((chosen) => ({ scenario: chosen, servers: serversFor(chosen, server, quick) }))
    .filter(({ servers }) => servers.length > 0);
  if (plan.length === 0) {
    throw new Error(`Nothing fits --scenario '${scenario}' --server '${server}'.`);
  }
  return { quick, markdown, repeats, share: quick ? 0.1 : 1, plan };
}

function rowsOf(figures) {
  return Object.values(figures).map(({ row }) => row);
}

function isNamed(part, names) {
  return names.some((name) => name.includes(part));
}

/** The floor is always there, if anybody is. Who asks for a server gets it, quick or not. */
function serversFor({ module, isOurs, quick: whom, leftOut = {} }, part, isQuick) {
  if (module) return OWN.includes(part) ? [OWN] : [];
  const isForOurs = isOurs || (isQuick && whom === 'ours' && part === '');
  const chosen = [...OURS, ...(isForOurs ? [] : OTHERS)].filter(
    (name) => name.includes(part) && !Object.hasOwn(leftOut, name),
  );
  return chosen.length > 0 || FLOOR.includes(part) ? [FLOOR, ...chosen] : [];
}
