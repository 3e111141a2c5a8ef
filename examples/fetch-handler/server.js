// Any server that hands on Requests will do. This one is Node's, with an adapter.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** @import { AddressInfo } from 'node:net' */

/** @param {(request: Request) => Response | Promise<Response>} handle */
export async function startServer(handle, port = 0) {
  const listener = getRequestListener(handle, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void listener(request, response));
  await new Promise((listening) => server.listen(port, '127.0.0.1', () => listening(undefined)));
  const address = /** @type {AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${address.port}`, stop };

  function stop() {
    return new Promise((closed) => {
      server.close(closed);
      // What is left is idle, or does not read.
      setImmediate(() => server.closeAllConnections());
    });
  }
}
