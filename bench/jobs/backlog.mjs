// A thousand clients that connect while the server is busy: how long the last one waits for the
// system to take it in. A backlog that overflows costs it a second, and another one each time.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const CLIENTS = 1_000;

export const job = {
  name: 'listen backlog',
  figures: {
    default: { row: 'storm of 1,000: the last connect, backlog 511', unit: 'ms' },
    large: { row: 'storm of 1,000: the last connect, backlog 4,096', unit: 'ms' },
  },
  async run() {
    return { default: await lastConnect(511), large: await lastConnect(4_096) };
  },
};

async function lastConnect(backlog) {
  const taken = [];
  const server = createServer((socket) => taken.push(socket));
  server.listen({ port: 0, host: '127.0.0.1', backlog });
  await once(server, 'listening');
  const { port } = server.address();
  const start = performance.now();
  // All in one turn: nobody is taken from the queue meanwhile, as by a process that is busy.
  const clients = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1'));
  await Promise.all(clients.map((client) => once(client, 'connect')));
  const waited = performance.now() - start;
  for (const socket of [...clients, ...taken]) socket.destroy();
  server.close();
  return waited;
}
