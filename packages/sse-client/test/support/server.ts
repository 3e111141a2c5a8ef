import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { SessionFrame } from '@loop/events';
import { wire } from './frames.js';

export type Handler = (response: ServerResponse, request: IncomingMessage) => unknown;

/** A server on a real socket. */
export interface TestServer {
  url: string;
  port: number;
  /** What was asked for, in order: path and query, headers. */
  requests: { url: string; cursor: string | null; headers: IncomingMessage['headers'] }[];
  /** Resolves when so many requests have been made. */
  asked(count: number): Promise<void>;
  /** Cuts whatever is connected. */
  cut(): void;
  /** Resolves when the client has let the connection of this request go. */
  left(request: number): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Answers each request with the next handler; the last one stays. It is closed after the test,
 * with whatever is still connected.
 */
export async function serve(handlers: readonly Handler[], port = 0): Promise<TestServer> {
  const requests: TestServer['requests'] = [];
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const handler = handlers[requests.length] ?? handlers.at(-1);
    const url = request.url ?? '';
    const cursor = new URL(url, 'http://host').searchParams.get('cursor');
    requests.push({ url, cursor, headers: request.headers });
    responses.push(response);
    handler?.(response, request);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${taken}/api/sessions/42/events`,
    port: taken,
    requests,
    async asked(count) {
      while (requests.length < count) await once(server, 'request');
    },
    cut: () => server.closeAllConnections(),
    async left(request) {
      const response = responses[request];
      if (response && !response.closed) await once(response, 'close');
    },
    close,
  };
}

/** Answers with an event stream that begins with these frames and stays open. */
export function stream(...frames: SessionFrame[]): Handler {
  return (response) => open(response).write(wire(...frames) || ':\n');
}

/** Answers with these frames and destroys the socket once they are out. */
export function cutAfter(...frames: SessionFrame[]): Handler {
  return (response) => open(response).write(wire(...frames), () => response.destroy());
}

/** Answers with a status. */
export function status(code: number, headers: Record<string, string> = {}): Handler {
  return (response) => response.writeHead(code, headers).end('{}');
}

export function open(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
}
