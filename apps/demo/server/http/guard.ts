import { ApiError } from './api-error.js';
import type { PlainAnswer } from './answers.js';
import { isLoopbackName } from './loopback.js';
import type { TokenCheck, TokenRequest } from './token.js';

/** The parts of a request that say for whom it is, which page sent it, and who asks. */
export interface GuardedRequest extends TokenRequest {
  host: string | undefined;
  origin: string | undefined;
  /** `Sec-Fetch-Site`: how the browser says that the sender and this server belong together. */
  fetchSite: string | undefined;
  /** `Sec-Fetch-Mode`. */
  fetchMode: string | undefined;
}

/**
 * Refuses a request that a foreign page may have caused, and answers one in place of the routes
 * that comes without a token, or with it for the first time.
 *
 * @throws ApiError 403
 */
export type Guard = (request: GuardedRequest) => PlainAnswer | undefined;

/** Whom a server lets in. */
export interface GuardOptions {
  /**
   * Names, or names with a port, beside the loopback ones. A proxy that changes `Host` needs the
   * name that its users see.
   */
  allowedHosts: readonly string[];
  /** @default everybody who may ask at all is let in */
  checkToken?: TokenCheck | undefined;
}

/**
 * Checks `Host`, so that a name that somebody has pointed at this machine (DNS rebinding) does not
 * make the server one of theirs, and `Origin`, so that no other site's page can send commands; and
 * then the token, where one is needed.
 */
export function createGuard({ allowedHosts, checkToken }: GuardOptions): Guard {
  const listed = new Set(allowedHosts.map((host) => host.toLowerCase()));

  return (request) => {
    checkSender(request);
    checkFetch(request);
    return checkToken?.(request);
  };

  function checkSender({ host, origin }: GuardedRequest): void {
    const asked = host === undefined ? undefined : addressOf(`http://${host}`);
    if (!asked || !(isLoopbackName(asked.hostname) || isListed(asked))) {
      const message = 'This server is not known under that name. See LOOP_ALLOWED_HOSTS.';
      throw new ApiError(403, 'foreign-host', message);
    }
    if (origin === undefined) return;
    const sender = addressOf(origin);
    // Any loopback page may not do: other programs of this machine serve pages, too.
    const isOwn =
      sender?.host === asked.host ||
      (sender && !isLoopbackName(sender.hostname) && isListed(sender));
    if (isOwn) return;
    throw foreignOrigin();
  }

  function isListed({ host, hostname }: URL): boolean {
    return listed.has(hostname) || listed.has(host);
  }
}

/**
 * A page that loads a picture or a script says nothing of its origin, yet its browser does. Links
 * from anywhere may lead to the page, and to nothing else.
 */
function checkFetch({ target, fetchSite, fetchMode }: GuardedRequest): void {
  if (fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none') return;
  if (fetchMode === 'navigate' && !target.startsWith('/api/')) return;
  throw foreignOrigin();
}

function foreignOrigin(): ApiError {
  return new ApiError(403, 'foreign-origin', 'Pages of another origin may not use this server.');
}

function addressOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
