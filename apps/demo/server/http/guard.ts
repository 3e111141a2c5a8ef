import { ApiError } from './api-error.js';

/** The headers that say for whom a request is, and which page sent it. */
export interface GuardedHeaders {
  host: string | undefined;
  origin: string | undefined;
}

/** Refuses a request that a foreign page may have caused. @throws ApiError 403 */
export type Guard = (headers: GuardedHeaders) => void;

/** Names under which only this machine can be meant. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Checks `Host`, so that a name that somebody has pointed at this machine (DNS rebinding) does not
 * make the server one of theirs, and `Origin`, so that no other site's page can send commands.
 *
 * @param allowedHosts names, or names with a port, beside the loopback ones. A proxy that changes
 * `Host` needs the name that its users see.
 */
export function createGuard(allowedHosts: readonly string[]): Guard {
  const allowed = new Set([...LOOPBACK_NAMES, ...allowedHosts.map((host) => host.toLowerCase())]);

  return ({ host, origin }) => {
    const asked = host === undefined ? undefined : addressOf(`http://${host}`);
    if (!asked || !isAllowed(asked)) {
      const message = 'This server is not known under that name. See LOOP_ALLOWED_HOSTS.';
      throw new ApiError(403, 'foreign-host', message);
    }
    if (origin === undefined) return;
    const sender = addressOf(origin);
    // Any loopback page may not do: other programs of this machine serve pages, too.
    const isOwn = sender?.host === asked.host || (sender && isListed(sender));
    if (isOwn) return;
    throw new ApiError(403, 'foreign-origin', 'Pages of another origin may not use this server.');
  };

  function isAllowed({ host, hostname }: URL): boolean {
    return allowed.has(hostname) || allowed.has(host);
  }

  function isListed(address: URL): boolean {
    return isAllowed(address) && !LOOPBACK_NAMES.includes(address.hostname);
  }
}

function addressOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
