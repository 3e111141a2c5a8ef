import { createServer } from 'node:http';
import SseChannel from 'sse-channel';
import { dataOf } from './frame.mjs';

export const name = 'sse-channel';

export function create() {
  const channels = new Map();

  function channelOf(session) {
    if (!channels.has(session)) {
      const channel = new SseChannel({
        historySize: 256,
        pingInterval: 3_600_000,
        jsonEncode: true,
      });
      channels.set(session, { channel, seq: 0 });
    }
    return channels.get(session);
  }

  const server = createServer((request, response) => {
    const session = new URL(request.url, 'http://x').pathname.slice(1);
    const { channel, opening } = channelOf(session);
    // It numbers by itself, and knows nothing of a stream's name.
    const seen = request.headers['last-event-id'];
    if (seen) request.headers['last-event-id'] = seen.split(':').at(-1);
    channel.addClient(request, response);
    if (!seen)
      response.write(`id: 0\ndata: ${JSON.stringify(opening ?? dataOf(session, 0, 0))}\n\n`);
  });
  return {
    server,
    publish(session, size) {
      const entry = channelOf(session);
      const id = ++entry.seq;
      entry.channel.send({ id, data: dataOf(session, id, size) });
    },
    prepareSnapshot(session, bytes) {
      channelOf(session).opening = dataOf(session, 0, bytes);
    },
  };
}
