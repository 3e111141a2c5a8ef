import { createServer } from 'node:http';
import { createSession } from 'better-sse';
import { createChannels } from './channels.mjs';
import { dataOf, idOf } from './frame.mjs';

export function create({ heartbeatMs }) {
  const { join, leave, ...rest } = createChannels(dataOf, (session, data) =>
    session.push(data, 'message', idOf(data)),
  );
  const options = { keepAlive: heartbeatMs ?? null, retry: null };
  const open = async (request, response) => {
    const name = request.url.slice(1);
    const session = await createSession(request, response, options);
    session.on('disconnected', () => leave(name, session));
    join(name, request.headers['last-event-id'], session);
  };
  const server = createServer((request, response) => void open(request, response));
  return { server, ...rest };
}
