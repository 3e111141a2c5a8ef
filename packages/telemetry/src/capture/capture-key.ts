import type { KnownKey } from './known-keys.js';
import { redactText, secretKind } from './redact-text.js';
import type { CaptureRules, Tally } from './rules.js';
import { boundedText } from './texts.js';

/** What is kept of a long one, in code points. */
const KEY_CHARS = 256;

/** A key as it is written. `$` at its start is ours, so it is doubled. */
export function captureKey(key: string, rules: CaptureRules, tally: Tally): KnownKey {
  tally.charsLeft -= key.length;
  const known = rules.keys.get(key, () => newKey(key, rules));
  tally.redacted += known.redacted;
  return known;
}

function newKey(key: string, rules: CaptureRules): KnownKey {
  const counts = { redacted: 0, omitted: 0 };
  const clean =
    key.length > KEY_CHARS
      ? boundedText(key, KEY_CHARS, rules, counts)
      : redactText(key, rules, counts);
  return {
    name: clean.startsWith('$') ? `$${clean}` : clean,
    isAltered: clean !== key,
    secret: secretKind(key, rules),
    redacted: counts.redacted,
  };
}
