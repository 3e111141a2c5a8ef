// What a user's bundle grows by, minified and gzipped, against a budget in bytes; over it, it fails.
// Reads the built code. `node scripts/checks/sizes.mjs --modules` also says which modules weigh what.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { root } from '../public-packages.mjs';

const KiB = 1024;
const core = /^@loop\/events/;
/** What is true of a session, shared by server and page: the fold, the model, the snapshot window. */
const state = /packages\/events\/dist\/session\//;

const server = (http) => `export { SessionEvents, ListEvents } from 'events/dist/index.js';
  export { ${http} } from 'events/dist/http/index.js';`;
const node = server('eventStreamNode');
const fetchStyle = server('eventStreamResponse');
const session = `export { connectSession } from 'sse-client/dist/index.js';`;
const all = (name) => `export * from '${name}/dist/index.js';`;

// The live part moves frames: hubs, encoding, buffer, connections, http, as one server imports them.
const budgets = [
  { what: 'core, live part, on Node', max: 8 * KiB, code: node, without: [state] },
  { what: 'core, live part, fetch-style', max: 8 * KiB, code: fetchStyle, without: [state] },
  { what: 'core, live part and state', max: 14 * KiB, code: fetchStyle },
  { what: 'client: connectSession, beside the core', max: 8 * KiB, code: session, without: [core] },
  { what: 'client: all of it, with fold and parser', max: 14 * KiB, code: all('sse-client') },
  { what: 'sse-hono, beside the core', max: 2 * KiB, code: all('sse-hono'), without: [core] },
  { what: 'sse-express, beside the core', max: 2 * KiB, code: all('sse-express'), without: [core] },
  { what: 'pi, beside the core', max: 5 * KiB, code: all('pi'), without: [core] },
];

for (const budget of budgets) {
  const { bytes, modules } = await bundle(budget);
  const over = bytes > budget.max;
  const figures = `${bytes} of ${budget.max}`.padStart(16);
  console.log(`${over ? 'OVER' : 'ok  '} ${figures}  ${budget.what}`);
  if (process.argv.includes('--modules')) for (const line of modules) console.log(line);
  if (over) process.exitCode = 1;
}

async function bundle({ code: entryCode, without = [] }) {
  const entry = {
    name: 'entry',
    resolveId: (id) => (id === 'entry' ? id : undefined),
    load: (id) =>
      id === 'entry'
        ? entryCode.replaceAll(/'(.*?)'/g, (_, path) => `'${root}/packages/${path}'`)
        : undefined,
  };
  const built = await rolldown({
    input: 'entry',
    cwd: join(root, 'packages'),
    external: without,
    platform: 'neutral',
    plugins: [entry],
  });
  const { output } = await built.generate({ minify: true });
  await built.close();
  const [chunk] = output;
  // What is left out would stand in the same bundle: no path of it is part of what is measured.
  const code = chunk.code.replaceAll(/(from|import)"[^"]+"/g, '$1""');
  return { bytes: gzipSync(code, { level: 9 }).length, modules: weights(chunk) };
}

/** Before minifying, the heaviest first. */
function weights({ modules }) {
  return Object.entries(modules)
    .toSorted(([, a], [, b]) => b.renderedLength - a.renderedLength)
    .map(
      ([id, { renderedLength }]) =>
        `${String(renderedLength).padStart(12)}  ${id.replace(root, '')}`,
    );
}
