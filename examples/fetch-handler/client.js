// A client whose fetch is a function call: what tests of a route need, and no server.
import { connectSession } from '@loop/sse-client';

/**
 * @param {string} url
 * @param {(request: Request) => Promise<Response>} [handle] answers instead of a server
 */
export function openSession(url, handle) {
  if (!handle) return connectSession(url);
  return connectSession(url, {
    fetch: (input, init) => handle(new Request(input, /** @type {RequestInit} */ (init))),
  });
}
