import type { FetchLikeInit } from '@loop/sse-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBreakableNetwork } from '../../web/inspector/breakable-network.js';

let server: ReadableStreamDefaultController<Uint8Array>;
const asked = vi.fn((_url: string, { signal }: RequestInit) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (server = controller),
  });
  signal?.addEventListener('abort', () => server.error(signal.reason));
  return Promise.resolve(new Response(body));
});
beforeEach(() => vi.stubGlobal('fetch', asked.mockClear()));
afterEach(() => vi.unstubAllGlobals());

function request(accept = 'text/event-stream'): FetchLikeInit {
  return { headers: { accept }, signal: new AbortController().signal, cache: 'no-store' };
}

/** Whether it has settled after all that is due. */
async function isOver(promise: Promise<unknown>): Promise<boolean> {
  const turn = new Promise((resolve) => setImmediate(resolve, 'not yet'));
  return (await Promise.race([promise.then(() => 'over'), turn])) === 'over';
}

const bytes = new Uint8Array([1]);

it('passes everything on while nothing is broken', async () => {
  const { fetch } = createBreakableNetwork();
  const { status, body } = await fetch('/events', request());
  const reader = body?.getReader();
  server.enqueue(bytes);
  expect(await reader?.read()).toMatchObject({ done: false, value: bytes });
  server.close();
  expect(await reader?.read()).toMatchObject({ done: true });
  expect(status).toBe(200);
});

it('offline cuts what is open and refuses what comes, until it is back', async () => {
  const network = createBreakableNetwork();
  const { body } = await network.fetch('/events', request());
  const reading = body?.getReader().read();
  network.setOffline(true);
  await expect(reading).rejects.toThrow();
  await expect(network.fetch('/events', request())).rejects.toThrow('Offline');
  expect(asked).toHaveBeenCalledTimes(1);
  network.setOffline(false);
  await network.fetch('/events', request());
  expect(asked).toHaveBeenCalledTimes(2);
});

it('a stall leaves what comes unread, and all of it is there afterwards', async () => {
  const network = createBreakableNetwork();
  const reader = (await network.fetch('/events', request())).body?.getReader();
  network.setStalled(true);
  const reading = reader?.read() ?? Promise.reject(new Error('no body'));
  server.enqueue(bytes);
  expect(await isOver(reading)).toBe(false);
  network.setStalled(false);
  expect(await reading).toMatchObject({ value: bytes });
});

it('a stall ends with another stream, but not with a page of history', async () => {
  const network = createBreakableNetwork();
  await network.fetch('/events', request());
  network.setStalled(true);
  await network.fetch('/history', request('application/json'));
  expect(network.getSnapshot().isStalled).toBe(true);
  const reader = (await network.fetch('/events', request())).body?.getReader();
  server.enqueue(bytes);
  expect(await reader?.read()).toMatchObject({ value: bytes });
  expect(network.getSnapshot()).toEqual({ isOffline: false, isStalled: false });
});

it('going offline ends a stall', async () => {
  const network = createBreakableNetwork();
  const reader = (await network.fetch('/events', request())).body?.getReader();
  network.setStalled(true);
  const reading = reader?.read();
  network.setOffline(true);
  await expect(reading).rejects.toThrow();
});
