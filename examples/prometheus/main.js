// Shows the counters of streams as Prometheus scrapes them.
// node examples/prometheus/main.js
import assert from 'node:assert/strict';
import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events';
import { connectSession } from '@loop/sse-client';
import { runExample, until } from '../support/example.js';
import { startServer } from './server.js';

await runExample(async ({ shows, atEnd }) => {
  const lists = new ListEvents();
  const registry = new SessionRegistry({ lists });
  const { origin, addSession, stop } = await startServer({ registry, lists });
  atEnd(stop);
  const session = new SessionEvents({ sessionId: '42', maxFrames: 1 });
  addSession('workspace-1', session);
  const store = connectSession(`${origin}/api/sessions/42/events`);
  atEnd(store.close);
  await until('the stream', store, ({ connection }) => connection.status === 'open');
  session.append({ role: 'user', content: 'Hello' });

  const during = await scrape(origin);
  assert.equal(during('loop_streams{stream="session"}'), 1);
  assert.equal(during('loop_connections{stream="session"}'), 1);
  assert.equal(during('loop_frames_published_total{stream="session"}'), 2);
  assert.equal(during('loop_frames_published_total{stream="lists"}'), 1);
  assert.equal(during('loop_frames_evicted_total{stream="session",limit="frames"}'), 1);
  shows('streams, connections and frames are counted, by kind of stream');

  session.dispose();
  const after = await scrape(origin);
  assert.equal(after('loop_streams{stream="session"}'), undefined);
  assert.equal(after('loop_frames_published_total{stream="session"}'), 2);
  assert.equal(after('loop_connections_closed_total{stream="session",reason="disposed"}'), 1);
  shows('what a session has counted outlives it: no counter falls');
});

/**
 * @param {string} origin
 * @returns {Promise<(sample: string) => number | undefined>} a sample's value
 */
async function scrape(origin) {
  const lines = (await (await fetch(`${origin}/metrics`)).text()).split('\n');
  return (sample) => {
    const line = lines.find((text) => text.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length + 1));
  };
}
