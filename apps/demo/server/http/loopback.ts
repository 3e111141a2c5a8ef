import { isIPv6 } from 'node:net';

/** Whether a host name or an address can only mean the machine itself, whoever asks for it. */
export function isLoopbackName(name: string): boolean {
  return /^(localhost|\[?::1\]?|127(\.\d{1,3}){3})$/i.test(name);
}

/** A host as it stands in a URL. */
export function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}
