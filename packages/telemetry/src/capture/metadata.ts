import { omitted, shapeOf } from './omission.js';
import { Plain } from './plain.js';
import { errorField } from './properties.js';
import type { CaptureRules, Tally } from './rules.js';
import { boundedText } from './texts.js';
import type { Choice } from './walk.js';

/** What is kept of an error's texts, in code points. */
const ERROR_CHARS = 256;
const ERROR_KEYS: ReadonlySet<string> = new Set(['error', 'errorName', 'errorMessage']);

/**
 * Metadata mode: the fields that are listed, whole; of errors what they say, so that a run that
 * failed can be explained; of all others their shape.
 */
export function metadataChoice(
  listed: readonly string[],
  rules: CaptureRules,
  tally: Tally,
): Choice {
  return (key) => {
    if (listed.includes(key)) return undefined;
    return ERROR_KEYS.has(key) ? (value) => errorNotice(value) ?? shape(value) : shape;
  };

  function errorNotice(value: unknown): unknown {
    if (typeof value === 'string') return boundedText(value, ERROR_CHARS, rules, tally);
    if (typeof value !== 'object' || value === null) return undefined;
    const notice = new Plain();
    for (const key of ['name', 'message', 'code']) {
      const field = errorField(value, key);
      if (typeof field === 'number') notice[key] = field;
      if (typeof field === 'string') notice[key] = boundedText(field, ERROR_CHARS, rules, tally);
    }
    return Object.keys(notice).length > 0 ? notice : undefined;
  }

  function shape(value: unknown): unknown {
    const { type, size } = shapeOf(value);
    if (type === 'undefined' || type === 'function' || type === 'symbol') return undefined;
    tally.omitted += 1;
    return omitted({ reason: 'mode', type, ...(size === undefined ? {} : { size }) });
  }
}
