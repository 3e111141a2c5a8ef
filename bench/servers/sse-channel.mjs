import { createServer } from 'node:http';
import SseChannel from 'sse-channel';
import { dataOf } from './frame.mjs';

/** It cannot be told to send none. */
const NEVER_MS = 2_147_483_647;

export function create({ heartbeatMs = NEVER_MS }) {
  const entries = new Map();

  function entryOf(session) {
    if (!entries.has(session)) {
      const options = { historySize: 256, pingInterval: heartbeatMs, jsonEncode: true };
      entries.set(session, { channel: new SseChannel(options), seq: 0, openingBytes: 0 });
    }
    return entries.get(session);
  }

  const server = createServer((request, response) => {
    const session = request.url.slice(1);
    const { channel, seq, openingBytes } = entryOf(session);
    channel.addClient(request, response);
    const isNew = request.headers['last-event-id'] === undefined;
    if (isNew) channel.send({ id: seq, data: dataOf(session, seq, openingBytes) }, [response]);
  });
  return {
    server,
    publish(session, size) {
      const entry = entryOf(session);
      const id = ++entry.seq;
      entry.channel.send({ id, data: dataOf(session, id, size) });
    },
    prepareSnapshot(session, bytes) {
      entryOf(session).openingBytes = bytes;
    },
  };
}
