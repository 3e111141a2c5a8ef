import { createServer } from 'node:http';
import { createSession } from 'better-sse';
import { perConnection } from './per-connection.mjs';

export const name = 'better-sse';

export function create() {
  const channels = perConnection();
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, 'http://x').pathname.slice(1);
    const session = await createSession(request, response, { keepAlive: null, retry: null });
    const leave = channels.join(name, request.headers['last-event-id'], (data) =>
      session.push(data, 'message', `${data.streamId}:${data.seq}`),
    );
    session.on('disconnected', leave);
  });
  const { publish, prepareSnapshot } = channels;
  return { server, publish, prepareSnapshot };
}
