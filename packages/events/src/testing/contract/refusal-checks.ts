import { Closes } from './bench.js';
import { assert, assertEqual, soon, type Check } from './check.js';

async function assertNoStream(response: Response, status: number): Promise<string> {
  assertEqual(response.status, status, 'status');
  const type = response.headers.get('content-type') ?? '';
  assert(!type.includes('event-stream'), 'refused with a stream');
  return soon(response.text(), 'the end of the answer');
}

/** DESIGN D21, D34. An error status is final for a browser's event source: no stream before it. */
export const refusalChecks: readonly Check[] = [
  {
    name: 'an unknown session is 404 before any stream',
    run: async (bench) => {
      await assertNoStream(await bench.fetch('nobody'), 404);
    },
  },
  {
    name: 'a session that was disposed of is 404 before any stream',
    run: async (bench) => {
      bench.session().dispose();
      const body = JSON.parse(await assertNoStream(await bench.fetch('one'), 404));
      assertEqual(body.code, 'disposed', 'code');
      assertEqual(typeof body.error, 'string', 'error');
      await assertNoStream(await bench.fetch('one', { method: 'HEAD' }), 404);
    },
  },
  {
    name: 'a full stream is 503 with Retry-After, evicts nobody, and takes the next when one left',
    run: async (bench) => {
      const closes = new Closes();
      bench.session({ maxConnections: 2 }, { onClose: closes.onClose });
      const first = await bench.open('one');
      const second = await bench.open('one');
      const refused = await bench.fetch('one');
      assert(Number(refused.headers.get('retry-after')) > 0, 'Retry-After is no number of seconds');
      const body = JSON.parse(await assertNoStream(refused, 503));
      assertEqual(body.code, 'too-many-connections', 'code');
      assertEqual(await second.brief(1), ['S@0'], 'one of those inside');
      first.leave();
      assertEqual(await closes.first(1), ['client'], 'closed');
      assertEqual(await (await bench.open('one')).brief(1), ['S@0'], 'the next one');
    },
  },
];
