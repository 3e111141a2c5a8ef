import type { Server } from 'node:http';
import { onTestFinished } from 'vitest';
import type { EventStreamOptions } from '../../src/http/index.js';
import { SessionEvents, type SessionEventsOptions } from '../../src/index.js';
import type { CloseReason } from '../../src/stream/sink.js';
import { listen, listeners, type ServerName } from './servers.js';

/** A session on one of the servers, and the closing of its connections to wait for. */
export interface Served {
  readonly session: SessionEvents;
  readonly server: Server;
  readonly port: number;
  readonly reasons: CloseReason[];
  /** Resolves when so many connections have closed. */
  closed(count: number): Promise<CloseReason[]>;
}

export async function serveSession(
  name: ServerName,
  streamOptions: EventStreamOptions = {},
  sessionOptions: Partial<SessionEventsOptions> = {},
): Promise<Served> {
  const reasons: CloseReason[] = [];
  let wake = (): void => {};
  const onClose = (reason: CloseReason): void => {
    reasons.push(reason);
    wake();
  };
  const session = new SessionEvents({ sessionId: 'one', streamId: 's', ...sessionOptions });
  const route = { source: session, options: { ...streamOptions, onClose } };
  const { server, port } = await listen(
    listeners[name]((id) => (id === 'one' ? route : undefined)),
  );
  onTestFinished(() => {
    session.dispose();
    server.close();
    server.closeAllConnections();
  });
  return {
    session,
    server,
    port,
    reasons,
    closed: async (count) => {
      while (reasons.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return reasons;
    },
  };
}

export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
