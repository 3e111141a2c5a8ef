import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A piece of network between a browser and a server, which can be broken. */
export interface TcpProxy {
  url: string;
  /** Cuts what is connected; new connections work. */
  cut(): void;
  /** Cuts what is connected, and refuses new connections until {@link restore}. */
  breakOff(): void;
  restore(): void;
  /** Passes nothing on from the server, and takes no more of it than sockets hold; until it flows again. */
  hold(): void;
  flow(): void;
  /** Requests for a path so far, the query left out: those under way, the most at a time, and all. */
  requests(path: string): { open: number; most: number; all: number };
  /** Resolves when the next connection with a request for this path ends. */
  left(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a way to a server of this machine. */
export async function startProxy(serverUrl: string): Promise<TcpProxy> {
  const port = Number(new URL(serverUrl).port);
  const sockets = new Set<Socket>();
  const farSockets = new Set<Socket>();
  const counts = createRequestCounts();
  let isBroken = false;
  const server = createServer((near) => {
    if (isBroken) return void near.resetAndDestroy();
    const far = connect(port, '127.0.0.1');
    farSockets.add(far);
    far.on('close', () => farSockets.delete(far));
    near.on('data', (bytes) => counts.take(near, bytes));
    near.on('close', () => counts.leave(near));
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
    hold() {
      for (const far of farSockets) far.pause();
    },
    flow() {
      for (const far of farSockets) far.resume();
    },
    requests: counts.of,
    left: counts.left,
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

/** HTTP/1.1 has one request at a time on a connection: the latest one is what it is used for. */
function createRequestCounts() {
  const current = new Map<Socket, string>();
  const most = new Map<string, number>();
  const all = new Map<string, number>();
  const departures = new EventEmitter();

  return {
    take(socket: Socket, bytes: Buffer): void {
      const path = /^[A-Z]+ ([^ ?]+)/.exec(bytes.toString('latin1', 0, 2_000))?.[1];
      if (path === undefined) return;
      current.set(socket, path);
      most.set(path, Math.max(most.get(path) ?? 0, openFor(path)));
      all.set(path, (all.get(path) ?? 0) + 1);
    },
    leave(socket: Socket): void {
      const path = current.get(socket);
      current.delete(socket);
      if (path !== undefined) departures.emit(path);
    },
    async left(path: string): Promise<void> {
      await once(departures, path);
    },
    of: (path: string) => ({
      open: openFor(path),
      most: most.get(path) ?? 0,
      all: all.get(path) ?? 0,
    }),
  };

  function openFor(path: string): number {
    return [...current.values()].filter((one) => one === path).length;
  }
}
