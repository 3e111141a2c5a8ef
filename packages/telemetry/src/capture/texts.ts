import { utf8Length } from '../record/utf8-length.js';
import { omitted, type Omission } from './omission.js';
import { redactStart, redactText } from './redact-text.js';
import type { CaptureRules, Counts, Tally } from './rules.js';

/** Of a text that is too long to be looked through, in UTF-16 units. */
const START_CHARS = 8_192;

/** A text as it is written: without credentials, and if it is long, its description. */
export function captureText(text: string, rules: CaptureRules, tally: Tally): unknown {
  const isLong = text.length > rules.limits.scannedBytes;
  const looked = isLong ? startOf(text, START_CHARS) : text;
  if (looked.length > tally.charsLeft) {
    tally.omitted += 1;
    return omitted({ reason: 'limit', type: 'string', chars: text.length });
  }
  tally.charsLeft -= looked.length;
  if (!isLong) return fitText(redactText(text, rules, tally), rules, tally);
  tally.omitted += 1;
  const preview = codePoints(redactStart(looked, rules, tally), rules.limits.previewChars);
  return omitted({ reason: 'size', type: 'string', chars: text.length, preview });
}

/** A text that has been redacted; a long one's description. */
export function fitText(text: string, rules: CaptureRules, tally: Counts): unknown {
  const { base64Bytes, textBytes } = rules.limits;
  const isFitting =
    text.length <= base64Bytes ||
    (!isBase64(text) && (text.length * 3 <= textBytes || utf8Length(text) <= textBytes));
  if (isFitting) return text;
  tally.omitted += 1;
  return omitted(describeText(text, rules));
}

/** What is said of a redacted text that is left out. */
export function describeText(text: string, { hash, limits }: CaptureRules): Omission {
  const size = { chars: text.length, bytes: utf8Length(text) };
  const sha256 = hash === undefined ? {} : { sha256: hash(text) };
  if (!isBase64(text)) {
    const preview = codePoints(text, limits.previewChars);
    return { reason: 'size', type: 'string', ...size, ...sha256, preview };
  }
  const mime = /^data:([\w.+-]{1,64}\/[\w.+-]{1,64})/.exec(text)?.[1];
  return { reason: 'size', type: 'base64', ...(mime && { mime }), ...size, ...sha256 };
}

/** The start of a text, without credentials; one that is not over at the cut neither. */
export function boundedText(
  text: string,
  chars: number,
  rules: CaptureRules,
  tally: Counts,
): string {
  const clean =
    text.length > START_CHARS
      ? redactStart(startOf(text, START_CHARS), rules, tally)
      : redactText(text, rules, tally);
  return codePoints(clean, chars);
}

/** The first `count` code points. */
function codePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('');
}

function startOf(text: string, units: number): string {
  const start = text.slice(0, units);
  return /[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start;
}

/** Letters of both cases and digits, so that a long word or a number in hexadecimal is a text. */
function isBase64(text: string): boolean {
  if (text.startsWith('data:')) return /^data:[^,\s]{0,256},/.test(text);
  return (
    /^[\w+/\r\n-]+={0,2}\s*$/.test(text) &&
    /[a-z]/.test(text) &&
    /[A-Z]/.test(text) &&
    /[0-9]/.test(text)
  );
}
