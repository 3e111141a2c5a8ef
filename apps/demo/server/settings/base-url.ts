import { isLoopbackName } from '../http/loopback.js';

/**
 * The address of an OpenAI-compatible endpoint, up to and including the version, without a slash at
 * its end.
 *
 * @throws Error that says what is wrong, and repeats nothing of the text: it may hold a password.
 */
export function readBaseUrl(text: string): string {
  const example = 'such as http://127.0.0.1:11434/v1';
  if (!URL.canParse(text)) throw new Error(`expected a URL ${example}.`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Error(`expected a URL that begins with http:// or https://, ${example}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Error('a name or password does not belong into the URL: give the key by itself.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new Error(`expected a URL without anything behind a ? or #, ${example}.`);
  }
  return url.href.replace(/\/+$/, '');
}

/** What there is to say against an address that can be used. */
export function warningOn(baseUrl: string): string | undefined {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || isLoopbackName(hostname)) return undefined;
  return 'Without https, everything on the way can read what is sent there, the key included.';
}
