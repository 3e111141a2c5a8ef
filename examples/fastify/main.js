// Shows a page that loads what lies further up, and that comes back after a cut.
// node examples/fastify/main.js
import assert from 'node:assert/strict';
import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events';
import { runExample, until, waitFor } from '../support/example.js';
import { transcript } from '../support/transcript.js';
import { openSession } from './client.js';
import { startServer } from './server.js';

await runExample(async ({ shows, atEnd }) => {
  const questions = Array.from({ length: 8 }, (_, n) => `question ${n + 1}`);
  const session = new SessionEvents({
    ...{ sessionId: '42', messages: questions.map((content) => ({ role: 'user', content })) },
  });
  const registry = new SessionRegistry({ lists: new ListEvents() });
  registry.add('workspace-1', session);
  const { origin, cut, stop } = await startServer(registry);
  atEnd(stop);

  const store = openSession(origin);
  atEnd(store.close);
  const opened = await until('the snapshot', store, ({ view }) => view.messageCount === 8);
  assert.deepEqual(transcript(opened.view), questions.slice(5));
  assert.equal(opened.view.firstMessageIndex, 5);
  shows('a stream begins with the latest three rounds, and tells how many there are');

  assert.equal(await waitFor('earlier rounds', store.loadEarlier()), true);
  assert.deepEqual(transcript(store.getSnapshot().view), questions.slice(1));
  assert.equal(await waitFor('earlier rounds', store.loadEarlier()), true);
  assert.deepEqual(transcript(store.getSnapshot().view), questions);
  assert.equal(await waitFor('nothing', store.loadEarlier()), false);
  shows('earlier rounds are loaded when somebody asks for them, until the first');

  cut();
  const missed = ['while nobody', 'was connected'];
  for (const content of missed) session.append({ role: 'user', content });
  await until('the missed frames', store, ({ view }) => view.seq === session.seq);
  const { view, connection } = store.getSnapshot();
  assert.equal(connection.lastOpening, 'replay');
  assert.deepEqual(transcript(view), [...questions, ...missed]);
  assert.equal(store.stats().startedOver, 0);
  assert.equal(session.stats().replays, 1);
  shows('after a cut the page has what it missed, and keeps what it had loaded');

  assert.equal((await fetch(`${origin}/api/sessions/42/history?before=x`)).status, 400);
  assert.equal((await fetch(`${origin}/api/sessions/unknown/events`)).status, 404);
});
