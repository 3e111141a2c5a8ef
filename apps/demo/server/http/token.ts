import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BARE_POLICY, jsonAnswer, type PlainAnswer } from './answers.js';
import { inUrl, isLoopbackName } from './loopback.js';

/** What a request shows of its right to be here. */
export interface TokenRequest {
  /** The path with its query, as it was sent. */
  target: string;
  cookie: string | undefined;
}

/** Answers a request in place of the routes; `undefined` for one that may go on. */
export type TokenCheck = (request: TokenRequest) => PlainAnswer | undefined;

/** Days a browser is known for; a token that is made at each start ends it earlier. */
const COOKIE_DAYS = 30;

/**
 * Whether others than this machine's own programs are let in: at an address of the network, or
 * under a name that a proxy passes on.
 */
export function letsOthersIn(server: { host: string; allowedHosts: readonly string[] }): boolean {
  return [inUrl(server.host), ...server.allowedHosts].some((host) => {
    const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
    return !isLoopbackName(name);
  });
}

/** A token that nobody guesses. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** The address that lets a browser in. */
export function withToken(url: string, token: string): string {
  return `${url}?token=${encodeURIComponent(token)}`;
}

/**
 * Lets in who has the token. A browser brings it once, in the address of the first page, and gets a
 * cookie for it that no script and no other site can use.
 *
 * @param port where the server listens. It is a part of the cookie's name: a browser keeps one set
 * of cookies for all ports of a machine.
 */
export function createTokenCheck(token: string, port: () => number): TokenCheck {
  const isToken = (text: string): boolean => timingSafeEqual(digestOf(text), digestOf(token));
  const cookieName = (): string => `loop-token-${port()}`;

  return ({ target, cookie = '' }) => {
    const brought = target.startsWith('/?') ? tokenIn(target.slice(2)) : null;
    if (brought !== null) return isToken(brought) ? welcome() : stranger(target);
    return valuesOf(cookieName(), cookie).some(isToken) ? undefined : stranger(target);
  };

  function welcome(): PlainAnswer {
    const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${COOKIE_DAYS * 24 * 60 * 60}`;
    const answer = htmlAnswer(200, WELCOME);
    const cookie = `${cookieName()}=${encodeURIComponent(token)}; ${attributes}`;
    return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookie } };
  }
}

/** Of one length, whatever somebody sends: comparing takes the same time for all of them. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function tokenIn(query: string): string | null {
  return new URLSearchParams(query).get('token');
}

/** More than one where another path or domain of the machine has set its own. */
function valuesOf(name: string, cookie: string): string[] {
  return cookie.split(';').flatMap((part) => {
    const [key = '', value = ''] = part.split('=', 2);
    return key.trim() === name ? [decoded(value.trim())] : [];
  });
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function stranger(target: string): PlainAnswer {
  if (!target.startsWith('/api/')) return htmlAnswer(401, STRANGER);
  const error = 'Open the address that the server has printed: it holds the token.';
  return jsonAnswer(401, { error, code: 'token-needed' });
}

function htmlAnswer(status: number, body: string): PlainAnswer {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': BARE_POLICY,
  };
  return { status, headers, body };
}

// A page of our own that moves on, and no redirect: a browser that was sent here by another site
// would not bring a strict cookie along with that. It also takes the address out of the history.
const WELCOME = page('<meta http-equiv="refresh" content="0; url=/">', '<p>One moment …</p>');

const STRANGER = page(
  '',
  `<h1>This server wants to know you</h1>
<p>Open the address that it printed when it started: that one holds the token, and is needed once
for each browser.</p>
<p>Where the address is out of reach, put <code>/?token=</code> and the value of
<code>LOOP_TOKEN</code> behind this one's name. A server without <code>LOOP_TOKEN</code> makes a new
token at each start.</p>
<p>A browser that has been let in and comes from another site only has to
<a href="/">try again</a>.</p>`,
);

function page(head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Loop</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
}
