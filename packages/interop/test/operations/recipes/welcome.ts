import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request is for this server, and comes from no page that may not use it. */
export function isWelcome(
  headers: IncomingHttpHeaders,
  { hosts, origins }: { hosts: readonly string[]; origins: readonly string[] },
): boolean {
  // A name that somebody else has pointed at this machine (DNS rebinding) is not in the list.
  if (headers.host === undefined || !hosts.includes(headers.host)) return false;
  if (headers.origin !== undefined) return origins.includes(headers.origin);
  // An event source of the same origin sends no Origin, nor does a picture that a page elsewhere
  // loads. Browsers say in this header which of the two it is; programs send none.
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
