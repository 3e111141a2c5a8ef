// Shows that Last-Event-ID brings exactly the frames that were missed, or a snapshot.
// node examples/node-http/main.js
import assert from 'node:assert/strict';
import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events';
import { runExample, waitFor } from '../support/example.js';
import { ScriptedAgent } from '../support/scripted-agent.js';
import { readFrames } from './client.js';
import { startServer } from './server.js';

/** @import { SessionFrame } from '@loop/events' */

await runExample(async ({ shows, atEnd }) => {
  const registry = new SessionRegistry({ lists: new ListEvents() });
  const session = new SessionEvents({ sessionId: '42', maxFrames: 16 });
  registry.add('workspace-1', session);
  const agent = new ScriptedAgent();
  const { origin, stop } = await startServer(registry, agent.prompt);
  atEnd(stop);
  const url = `${origin}/api/sessions/42/events`;
  /** @type {SessionFrame[]} */
  const published = [];
  session.subscribe((frame) => published.push(frame));

  const opening = await take(url, 0);
  assert.equal(opening[0]?.frame.type, 'session.snapshot');
  assert.equal(opening[0]?.id, `${session.streamId}:0`);
  const body = JSON.stringify({ requestId: 'request-1', text: 'Count to three' });
  await fetch(`${origin}/api/sessions/42/prompt`, { method: 'POST', body });
  agent.say('one ');
  const begun = await take(url, 3, opening[0]?.id);
  shows('a stream begins with a snapshot, whose id is a position like any other');

  agent.say('two ');
  agent.say('three');
  agent.finish();
  const missed = await take(url, session.seq, begun.at(-1)?.id);
  const frames = [...begun, ...missed].map(({ frame }) => frame);
  assert.deepEqual(frames, published);
  assert.equal(session.stats().replays, 2);
  shows('with Last-Event-ID come exactly the frames that were missed, in order');

  for (let n = 0; n < 16; n++) session.append({ role: 'user', content: `later ${n}` });
  const now = { id: `${session.streamId}:${session.seq}`, snapshot: session.snapshot() };
  for (const stale of [begun[0]?.id, 'another-stream:3', 'nonsense', now.id]) {
    const [first] = await take(url, 0, stale);
    assert.equal(first?.id, now.id);
    assert.equal(first.frame.type, 'session.snapshot');
    assert.deepEqual('snapshot' in first.frame && first.frame.snapshot, now.snapshot);
  }
  shows('for a position that is gone, unknown or not behind comes a snapshot of now');

  await assert.rejects(take(`${origin}/api/sessions/unknown/events`, 0), /answered 404/);
});

/**
 * Reads frames up to the one with this number, and leaves.
 *
 * @param {string} url
 * @param {number} seq
 * @param {string} [lastEventId]
 */
function take(url, seq, lastEventId) {
  return waitFor(`frame ${seq}, from ${lastEventId ?? 'a snapshot'} on`, read());

  async function read() {
    const taken = [];
    for await (const received of readFrames(url, lastEventId)) {
      taken.push(received);
      if (received.frame.seq >= seq) break;
    }
    return taken;
  }
}
