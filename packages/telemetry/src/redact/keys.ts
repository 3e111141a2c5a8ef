import {
  HARMLESS_ENDINGS,
  KEY_OWNERS,
  NEVER_FIRST,
  SECRET_ENDINGS,
  SUFFIXES,
} from './key-names.js';
import { LoopTelemetryError } from '../errors.js';

/** Says of a name whether its value is a credential. */
export interface KeyRule {
  /**
   * The kind of credential under this name.
   *
   * @param wordsBefore in running text: the words before the name, which may belong to it.
   */
  kindOf(name: string, wordsBefore?: string): string | undefined;
}

/** Longer names are no names; what is looked at is bounded. */
const MAX_NAME = 128;

/** The longest ending of the table, in words. */
const MAX_WORDS = 3;

const MAX_REMEMBERED = 1_000;

/** What is remembered of a name that is no credential's. */
const HARMLESS = '';

/** The built-in rule, and the names the host adds: the last words of a name are enough. */
export function createKeyRule(names: readonly string[] = []): KeyRule {
  const endings = endingsWith(names);
  const remembered = new Map<string, string>();

  return {
    kindOf(name, wordsBefore = '') {
      const known = wordsBefore === '' ? name : `${wordsBefore}\n${name}`;
      const before = remembered.get(known);
      if (before !== undefined) return before === HARMLESS ? undefined : before;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      const kind = kindOf(wordsOf(name), wordsOf(wordsBefore));
      if (known.length <= MAX_NAME) remembered.set(known, kind ?? HARMLESS);
      return kind;
    },
  };

  function kindOf(words: readonly string[], before: readonly string[]): string | undefined {
    if (NEVER_FIRST.has(words[0] ?? '')) return undefined;
    const end = withoutSuffixes(words);
    const all = [...before, ...words.slice(0, end)];
    for (let count = Math.min(MAX_WORDS, all.length); count > 0; count--) {
      const ending = all.slice(-count).join('-');
      if (endings.has(ending)) return endings.get(ending);
    }
    return kindOfOneWord(all.at(-1) ?? '');
  }
}

/** By ending: its kind, or `undefined` for one that is harmless. */
function endingsWith(names: readonly string[]): Map<string, string | undefined> {
  const endings = new Map<string, string | undefined>();
  for (const owner of KEY_OWNERS) endings.set(`${owner}-key`, 'api-key');
  for (const [kind, ofKind] of Object.entries(SECRET_ENDINGS)) {
    for (const ending of ofKind) endings.set(ending, kind);
  }
  for (const ending of HARMLESS_ENDINGS) endings.set(ending, undefined);
  for (const name of names) {
    const words = wordsOf(name);
    if (words.length === 0 || words.length > MAX_WORDS) {
      throw new LoopTelemetryError(
        'invalid-option',
        `keys: expected names of one to ${MAX_WORDS} words of letters and digits, got "${name}".`,
      );
    }
    endings.set(words.join('-'), 'secret');
  }
  return endings;
}

/** `dbpassword` and the like, written in one. */
function kindOfOneWord(word: string): string | undefined {
  if (/(?:password|passwd|passphrase)$/.test(word)) return 'password';
  if (/(?:apikey|secretkey)$/.test(word)) return 'api-key';
  return undefined;
}

/** The small words of a name: `X-Api-Key`, `api_key`, `APIKey` and `apiKey` are two or three. */
export function wordsOf(name: string): string[] {
  return name
    .slice(-MAX_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.replace(/\d+$/, '').toLowerCase() || word)
    .filter((word) => word !== '');
}

/** Where the name proper ends: `API_KEY_2`, `TOKEN_PROD` and `secretKeyBase` go on behind it. */
function withoutSuffixes(words: readonly string[]): number {
  let end = words.length;
  while (end > 1 && (SUFFIXES.has(words[end - 1]!) || /^\d+$/.test(words[end - 1]!))) end--;
  return end;
}
