// The floor that everything is measured against: each frame encoded once, and written to every response.
import { createServer } from 'node:http';
import { createChannels } from './channels.mjs';
import { encodedFrame } from './frame.mjs';

const comment = Buffer.from(':\n\n');

export function create({ heartbeatMs }) {
  const { join, leave, ...rest } = createChannels(encodedFrame, (response, frame) =>
    response.write(frame),
  );
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
      for (const response of responses) response.write(comment);
    }, heartbeatMs);
  }
  return { server, ...rest };
}
