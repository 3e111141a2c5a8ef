import { expect, test } from 'vitest';
import { isWelcome } from './recipes/welcome.js';

const allowed = {
  hosts: ['app.example'],
  origins: ['https://app.example', 'https://page.example'],
};
const host = 'app.example';

test.each([
  ['its own page', { host, 'sec-fetch-site': 'same-origin' }],
  ['its own page that sends a command', { host, origin: 'https://app.example' }],
  [
    'a page that may use it',
    { host, origin: 'https://page.example', 'sec-fetch-site': 'cross-site' },
  ],
  ['somebody who types its address', { host, 'sec-fetch-site': 'none' }],
  ['a program', { host }],
])('lets in %s', (_, headers) => expect(isWelcome(headers, allowed)).toBe(true));

test.each([
  ['a name that leads here and is not its own', { host: 'evil.example' }],
  ['nobody', {}],
  ['another page', { host, origin: 'https://evil.example' }],
  ['a page that hides where it is from', { host, origin: 'null' }],
  ['a picture on another page', { host, 'sec-fetch-site': 'cross-site' }],
  ['a picture on a page of a neighbour', { host, 'sec-fetch-site': 'same-site' }],
])('refuses %s', (_, headers) => expect(isWelcome(headers, allowed)).toBe(false));
