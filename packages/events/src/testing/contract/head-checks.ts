import { publishNotes } from './bench.js';
import { assert, assertEqual, soon, type Check } from './check.js';

const HEAD = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

const ABSENT = ['content-length', 'content-encoding', 'etag', 'last-modified', 'trailer'];

function headOf(response: Response): Record<string, string | null> {
  return Object.fromEntries(Object.keys(HEAD).map((name) => [name, response.headers.get(name)]));
}

/** Contract: "Connection Lifecycle"; DESIGN D20, D22. */
export const headChecks: readonly Check[] = [
  {
    name: 'the head of a stream is exactly the one of the contract',
    run: async (bench) => {
      bench.session();
      const { response } = await bench.open('one');
      assertEqual(response.status, 200, 'status');
      assertEqual(headOf(response), HEAD, 'headers');
      for (const name of ABSENT) assertEqual(response.headers.get(name), null, name);
    },
  },
  {
    name: 'a remote ingress has its own cache policy, and the rest stays',
    run: async (bench) => {
      bench.session({}, { cacheControl: 'no-store, no-transform' });
      const { response } = await bench.open('one');
      const expected = { ...HEAD, 'cache-control': 'no-store, no-transform' };
      assertEqual(headOf(response), expected, 'headers');
    },
  },
  {
    name: 'HEAD answers the same head at once, has no body and subscribes nothing',
    run: async (bench) => {
      const session = bench.session();
      const response = await bench.fetch('one', { method: 'HEAD' });
      assertEqual(response.status, 200, 'status');
      assertEqual(headOf(response), HEAD, 'headers');
      assertEqual(await soon(response.text(), 'the end'), '', 'body');
      assertEqual(session.stats().opened, 0, 'connections opened');
    },
  },
  {
    name: 'other methods end at once, get no stream and subscribe nothing',
    run: async (bench) => {
      const session = bench.session();
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const response = await bench.fetch('one', { method });
        await soon(response.text(), `the end of the answer to ${method}`);
        const type = response.headers.get('content-type') ?? '';
        assert(!type.includes('event-stream'), `${method} is answered with a stream`);
      }
      assertEqual(session.stats().opened, 0, 'connections opened');
    },
  },
  {
    name: 'no request body, cookie or Accept header is needed, and none does harm',
    run: async (bench) => {
      publishNotes(bench.session(), 1, 3);
      const headers = { Accept: 'application/json', 'Cache-Control': 'no-cache', Cookie: 'a=b' };
      const response = await bench.fetch('one', { headers });
      assertEqual(headOf(response), HEAD, 'headers');
    },
  },
];
