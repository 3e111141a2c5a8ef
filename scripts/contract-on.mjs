// bun scripts/contract-on.mjs
// deno run --allow-net scripts/contract-on.mjs
//
// Runs the adapters' contract suite on another runtime, over its own server and its own `fetch`.
// Needs a core that is built, as `npm test` leaves it.
import { eventStreamResponse } from '../packages/events/dist/http/index.js';
import { contractSuite } from '../packages/events/dist/testing/index.js';

const { Bun, Deno, process } = globalThis;
const hostname = '127.0.0.1';

const servers = {
  // Bun drops a connection that is silent for ten seconds, unless told otherwise.
  bun(fetch) {
    const server = Bun.serve({ hostname, port: 0, idleTimeout: 0, fetch });
    return { origin: `http://${hostname}:${server.port}`, stop: () => server.stop(true) };
  },
  deno(fetch) {
    const server = Deno.serve({ hostname, port: 0, onListen() {} }, fetch);
    return { origin: `http://${hostname}:${server.addr.port}`, stop: () => server.shutdown() };
  },
};
const serve = Deno ? servers.deno : Bun && servers.bun;
if (!serve) throw new Error('Run it with bun or deno. On Node, npm test does the same.');

async function start(find) {
  return serve((request) => {
    const route = find(new URL(request.url).pathname.slice('/streams/'.length));
    if (!route) return new Response(null, { status: 404 });
    return eventStreamResponse(request, route.source, route.options);
  });
}

const tests = [];
contractSuite({ start }, (name, run) => tests.push({ name, run }));
const failed = [];
for (const { name, run } of tests) {
  await run().catch((error) => failed.push(`${name}\n${error.stack}`));
}
for (const failure of failed) console.error(failure);
console.log(`${tests.length - failed.length} passed, ${failed.length} failed`);
(Deno ?? process).exit(failed.length > 0 ? 1 : 0);
