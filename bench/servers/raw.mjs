// A server without a library: each frame made once, and handed to every response.
import { createServer } from 'node:http';
import { createChannels } from './channels.mjs';

/**
 * @param frame from a session's name, its number and its size, as it is written
 * @param write writes one to a response
 * @param comment what a heartbeat is
 */
export function createRaw({ heartbeatMs }, { frame, write, comment }) {
  const { join, leave, ...rest } = createChannels(frame, write);
  const responses = new Set();
  const server = createServer((request, response) => {
    const session = request.url.slice(1);
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
    join(session, request.headers['last-event-id'], response);
    responses.add(response);
    response.on('close', () => {
      leave(session, response);
      responses.delete(response);
    });
  });
  if (heartbeatMs) {
    setInterval(() => {
      for (const response of responses) write(response, comment);
    }, heartbeatMs);
  }
  return { server, ...rest };
}
