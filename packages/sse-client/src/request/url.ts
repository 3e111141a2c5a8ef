import { LoopClientError } from '../error.js';
import type { ClientOptions } from '../options.js';

/**
 * The URL with these query parameters, and without those whose value is `undefined`. The others
 * stay as they are written, as a signature may cover them. It may be relative: `fetch` resolves it.
 */
export function withQuery(url: string, parameters: Record<string, string | undefined>): string {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(url) ?? [];
  const others = query.split('&').filter((pair) => pair && !(nameOf(pair) in parameters));
  const ours = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeValue(value)}`],
  );
  const pairs = [...others, ...ours];
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/**
 * Where the history of a session is, going by where its events are: the last part of the path is
 * `history` instead of `events`. `undefined` where it is something else.
 */
export function historyUrlOf(eventsUrl: string): string | undefined {
  const [path = ''] = /^[^?#]*/.exec(eventsUrl) ?? [];
  if (!/(^|\/)events\/?$/.test(path)) return undefined;
  const history = path.replace(/events\/?$/, 'history') + eventsUrl.slice(path.length);
  return withQuery(history, { cursor: undefined, approvals: undefined });
}

/** Whether the URL itself connects as somebody who can answer approvals. */
export function asksForApprovals(url: string): boolean {
  return /^[^#]*[?&]approvals=1(?![^&#])/.test(url);
}

/**
 * A URL as text. What the platform's `fetch` could never resolve would look like a network that is
 * down for ever; a `fetch` of the host's own may resolve as it likes.
 *
 * @throws LoopClientError `invalid-option`
 */
export function requireUrl(name: string, url: string | URL, { fetch }: ClientOptions): string {
  const text = String(url ?? '');
  if (text && (fetch || resolve(text))) return text;
  throw new LoopClientError(
    'invalid-option',
    `Expected ${name} to be a URL, got ${JSON.stringify(text)}. Outside of a page it must be absolute.`,
  );
}

/** The same words for the same place, whatever page asks. A text that only the host's `fetch` can resolve stays. */
export function absoluteUrl(url: string): string {
  const [text = url] = (resolve(url)?.href ?? url).split('#', 1);
  return text;
}

function resolve(url: string): URL | undefined {
  try {
    return new URL(url, globalThis.location?.href);
  } catch {
    return undefined;
  }
}

function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A colon is lawful in a query, and a cursor is easier to read with it. */
function encodeValue(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':');
}
