// What plain JavaScript does with the installed packages: something real with every entry.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyFrame, initialView, ListEvents, SessionEvents } from '@loop/events';
import { eventStreamNode, eventStreamResponse } from '@loop/events/http';
import { checkConvergence, recordSession } from '@loop/events/testing';
import { traceSchema, traceSession } from '@loop/events/trace';
import { attachAgent } from '@loop/pi';
import { connectSession } from '@loop/sse-client';
import { eventStream as expressStream } from '@loop/sse-express';
import { eventStream as honoStream } from '@loop/sse-hono';
import { createMemoryStorage, createRedactor } from '@loop/telemetry';
import { exportChrome } from '@loop/telemetry/export';
import { openRecording, readRecording } from '@loop/telemetry/node';
import { storageSuite } from '@loop/telemetry/testing';
import express from 'express';
import { Hono } from 'hono';

const message = { role: 'user', content: 'hello' };

function say(session) {
  session.publish({ type: 'message_start', message });
  session.publish({ type: 'message_end', message });
}

/** Serves on a free port while `use` runs. */
async function serving(handler, use) {
  const server = createServer(handler);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  await use(`http://127.0.0.1:${server.address().port}/events`);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Reads with the client until the page has the message. */
async function read(url) {
  const store = connectSession(url);
  await new Promise((resolve) => {
    store.subscribe(() => store.getSnapshot().view.messageCount === 1 && resolve());
  });
  store.close();
}

function emptyPlace() {
  const memory = createMemoryStorage();
  return {
    storage: () => memory,
    texts: async () => memory.segments.map(({ text }) => text),
    plant: async (text) => (await memory.open()).append([text]),
  };
}

async function firstPiece(response) {
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

const session = new SessionEvents({ sessionId: 's' });
say(session);

// Frames into a view.
const opening = { type: 'session.snapshot', sessionId: 's', streamId: 'x', seq: 0 };
const { view } = applyFrame(initialView, { ...opening, snapshot: session.snapshot() });
assert.equal(view.messageCount, 1);
checkConvergence(recordSession(say));

// Every way out, with the client at the other end or the first piece in hand.
const app = express();
app.get('/events', (req, res) => expressStream(req, res, session));
await serving(app, read);
await serving((req, res) => eventStreamNode(req, res, session), read);

const hono = new Hono().get('/events', (c) => honoStream(c, session));
assert.match(await firstPiece(await hono.request('/events')), /"session\.snapshot"/);
const lists = eventStreamResponse(new Request('http://host/events'), new ListEvents());
assert.match(await firstPiece(lists), /"lists\.reset"/);

// An agent in.
const listeners = new Set();
const agent = {
  state: { messages: [] },
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
const attached = new SessionEvents({ sessionId: 'pi' });
const detach = attachAgent(agent, attached);
for (const type of ['message_start', 'message_end'])
  for (const listener of listeners) listener({ type, message });
assert.equal(attached.snapshot().messageCount, 1);
detach();

// A trace, written, read and exported.
const root = await mkdtemp(join(tmpdir(), 'loop-plain-'));
try {
  const place = { root, sessionId: 's' };
  const recording = await openRecording({ ...place, schema: traceSchema });
  const stop = traceSession(session, recording.recorder);
  stop();
  assert.equal((await recording.close()).ok, true);
  const names = [];
  for await (const item of readRecording(place))
    if (item.type === 'record') names.push(item.record.name);
  assert.ok(names.includes('session.attached'), names.join());
  const lines = [];
  for await (const line of exportChrome(readRecording(place), { schema: traceSchema }))
    lines.push(line);
  assert.ok(Array.isArray(JSON.parse(lines.join('')).traceEvents));
} finally {
  await rm(root, { recursive: true });
}
const checks = [];
storageSuite(emptyPlace, (_name, run) => checks.push(run));
for (const run of checks) await run();
const secret = `sk-${'a1B2'.repeat(12)}`;
assert.ok(!createRedactor().text(secret).text.includes(secret));

session.dispose();
console.log('plain JavaScript: every entry does its work');
