import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A piece of network between a browser and a server, which can be broken. */
export interface TcpProxy {
  url: string;
  /** Cuts what is connected; new connections work. */
  cut(): void;
  /** Cuts what is connected, and refuses new connections until {@link restore}. */
  breakOff(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Opens a way to `port` of this machine. */
export async function startProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isBroken = false;
  const server = createServer((near) => {
    if (isBroken) return void near.resetAndDestroy();
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    cut,
    breakOff() {
      isBroken = true;
      cut();
    },
    restore() {
      isBroken = false;
    },
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };

  function cut(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }
}
