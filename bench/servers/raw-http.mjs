// The floor that everything is measured against: each frame encoded once, and written to every response.
import { createServer } from 'node:http';
import { encodedFrame } from './frame.mjs';

export const name = 'raw-http';

export function create() {
  const channels = new Map();

  function channelOf(session) {
    if (!channels.has(session))
      channels.set(session, { name: session, seq: 0, frames: [], responses: new Set() });
    return channels.get(session);
  }

  const server = createServer((request, response) => {
    const channel = channelOf(new URL(request.url, 'http://x').pathname.slice(1));
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
    const seen = Number(/:(\d+)$/.exec(request.headers['last-event-id'] ?? '')?.[1] ?? NaN);
    if (Number.isNaN(seen)) response.write((channel.opening ??= encodedFrame(channel.name, 0, 0)));
    else for (const frame of channel.frames.slice(seen - channel.seq)) response.write(frame);
    channel.responses.add(response);
    response.on('close', () => channel.responses.delete(response));
  });

  return {
    server,
    publish(session, size) {
      const channel = channelOf(session);
      const frame = encodedFrame(session, ++channel.seq, size);
      channel.frames.push(frame);
      if (channel.frames.length > 256) channel.frames.shift();
      for (const response of channel.responses) response.write(frame);
    },
    /** Whoever comes anew is sent this much first. */
    prepareSnapshot(session, bytes) {
      channelOf(session).opening = encodedFrame(session, 0, bytes);
    },
  };
}
