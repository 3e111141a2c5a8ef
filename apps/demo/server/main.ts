// Placeholder until the demo server lands.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((_request, response) => {
  response.end('Loop events\n');
});
server.listen(Number(process.env['PORT'] ?? 3000), process.env['HOST'] ?? '127.0.0.1', () => {
  const { address, port } = server.address() as AddressInfo;
  console.log(`http://${address}:${port}/`);
});
process.once('SIGTERM', () => server.close());
