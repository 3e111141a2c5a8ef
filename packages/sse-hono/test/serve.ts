import type { Server } from 'node:http';
import { serve, type ServerType } from '@hono/node-server';
import type { Hono } from 'hono';

/** An app on a free port of this machine, and the way to stop it. */
export async function serveApp(
  app: Hono,
): Promise<{ origin: string; server: ServerType; stop: () => Promise<void> }> {
  const { server, port } = await new Promise<{ server: ServerType; port: number }>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) =>
      resolve({ server: started, port: info.port }),
    );
  });
  return { origin: `http://127.0.0.1:${port}`, server, stop: () => stopServer(server as Server) };
}

/** Without waiting for the spare connections that `fetch` opens and never uses. */
export function stopServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
