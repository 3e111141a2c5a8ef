// Shows an agent whose history stays in its own controller, and a check that the controller and
// the pages agree at every cut.
// node examples/own-agent/main.js
import assert from 'node:assert/strict';
import { ListEvents, SessionRegistry } from '@loop/events';
import { checkConvergence } from '@loop/events/testing';
import { connectSession } from '@loop/sse-client';
import { startServer } from '../node-http/server.js';
import { runExample, until, waitFor } from '../support/example.js';
import { transcript } from '../support/transcript.js';
import { answer } from './agent.js';
import { Conversation } from './conversation.js';

/** @import { SessionEvents, SessionFrame } from '@loop/events' */

await runExample(async ({ shows, atEnd }) => {
  const conversation = new Conversation('42');
  const recorded = record(conversation.events);
  for (const text of ['one', 'two', 'three', 'four']) {
    await waitFor('an answer', answer(conversation, requestFor(text), think));
  }
  const rounds = ['one', '1 so far', 'two', '2 so far', 'three', '3 so far', 'four', '4 so far'];
  assert.deepEqual(transcript(conversation.events.snapshot()), rounds.slice(2));
  shows('the stream shows the latest rounds of what the controller holds');

  const whole = { ...conversation.events.history({ before: 8, rounds: 4 }), roundCount: 4 };
  assert.deepEqual(transcript(whole), rounds);
  checkConvergence({
    ...{ ...recorded, rounds: 3 },
    whole: { ...conversation.events.snapshot(), ...whole, messageCount: 8 },
  });
  shows('a page that begins at any of its frames ends up with what the controller holds');

  const restarted = new Conversation('42', conversation.rows);
  const registry = new SessionRegistry({ lists: new ListEvents() });
  registry.add('workspace-1', restarted.events);
  const { origin, stop } = await startServer(registry, () => {});
  atEnd(stop);
  const page = connectSession(`${origin}/api/sessions/42/events`);
  atEnd(page.close);
  await until('the page', page, ({ view }) => view.messageCount === 8);
  await waitFor('an answer', answer(restarted, requestFor('five'), think));
  const { view } = await until('it', page, (state) => state.view.seq === restarted.events.seq);
  assert.deepEqual(transcript(view).slice(-4), ['four', '4 so far', 'five', '5 so far']);
  assert.equal(view.messages.at(-1)?.messageIndex, 9);
  assert.deepEqual(view.state.run, { status: 'idle' });
  shows('after a restart it goes on from the rows that were kept');
});

/** @param {readonly import('./rows.js').Row[]} rows */
async function* think(rows) {
  yield String(rows.filter(({ author }) => author === 'person').length);
  yield ' so far';
}

/** @param {string} text */
function requestFor(text) {
  return { requestId: crypto.randomUUID(), runId: crypto.randomUUID(), text };
}

/** What pages are sent, and what the controller holds after each frame. @param {SessionEvents} events */
function record(events) {
  /** @type {SessionFrame[]} */
  const frames = [];
  const snapshots = [events.snapshot()];
  events.subscribe((frame) => {
    frames.push(frame);
    snapshots.push(events.snapshot());
  });
  const { sessionId, streamId } = events;
  return { sessionId, streamId, frames, snapshots };
}
