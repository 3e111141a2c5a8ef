import { LoopTelemetryError } from '../errors.js';
import { createHostPattern, type RedactionPattern } from './host-pattern.js';
import { redactParts } from './joined.js';
import { STEMS } from './key-names.js';
import { createKeyRule, wordsOf } from './keys.js';
import { createNamedValues } from './named/named-values.js';
import { FEWEST_BEGUN, inAnyCase, type Match, type Pattern } from './pattern.js';
import { BUILT_IN } from './patterns/built-in.js';
import { RegisteredSecrets } from './registered.js';
import { createScan, type Scan } from './scan.js';
import { settledSpans } from './settled-spans.js';
import { mergeSpans, replaceSpans, type Span } from './spans.js';
import { unfinishedFrom, unfinishedWord } from './unfinished.js';
import { hasViews, spansInViews, unfinishedInViews } from './views.js';
import { Work } from './work.js';

/** A text without its credentials. */
export interface Redaction {
  readonly text: string;
  /** How many placeholders were put in. */
  readonly count: number;
}

/** Removes credentials. What it holds of registered values never leaves it. */
export interface Redactor {
  /** Grows when a value is registered: what was found harmless before may not be any more. */
  readonly revision: number;
  /**
   * Redacts a text; the very same string when nothing was found. What is around a credential
   * stays, so JSON stays JSON and an address an address. Redacting again changes nothing.
   *
   * @throws RedactionError when the text costs more than `maxWork`: it must not be let out.
   */
  text(text: string): Redaction;
  /**
   * The kind of credential under this name, if a string under it goes whole: for keys of objects,
   * names of pairs and headers. Numbers and booleans are never credentials.
   */
  keyKind(key: string): string | undefined;
  /**
   * Redacts the deltas of one stream as the text they make together: the delta in which a
   * credential begins gets the placeholder, the others lose their part of it.
   *
   * @param end `'cut'` when the text goes on and its rest is lost or not waited for: what may be
   * the beginning of a credential at the end of it goes as well.
   * @returns one for each part.
   * @throws RedactionError as `text` does.
   */
  joined(parts: readonly string[], end: 'complete' | 'cut'): Redaction[];
  /**
   * How many UTF-16 units at the end of the text must wait for more, as they may belong to a
   * credential that is not finished: redacting what is before them, and later the rest, gives
   * what redacting all at once gives. 0 behind a line's end, unless a private key or a pair of
   * name and value goes on.
   *
   * @throws RedactionError as `text` does.
   */
  unfinished(text: string): number;
  /**
   * From now on the value goes wherever it appears, and its base64, URL-encoded and JSON-escaped
   * forms with it. Registering it again changes nothing.
   *
   * @throws LoopTelemetryError (`invalid-option`) for a value of less than 8 characters.
   */
  registerSecret(value: string): void;
}

/** What a redactor knows beside the built-in rules, which are always on. */
export interface RedactionOptions {
  /** Values to register from the start. */
  readonly secrets?: readonly string[];
  /** More names of credentials, of one to three words, in any way of writing; endings of names. */
  readonly keys?: readonly string[];
  /** More shapes of credentials. */
  readonly patterns?: readonly RedactionPattern[];
  /**
   * The most that a text may cost for each of its characters, beside what is always allowed. Looking
   * at a character costs 1, each time; asking a pattern at a place 32, and what its answer rests on;
   * a pattern of the host each character of a text that holds its hint.
   *
   * @default 128. Ordinary text takes some tenths of a second for a mebibyte; what is nothing but
   * names and values of credentials, encoded on top of it, takes seconds and costs half of that.
   */
  readonly maxWork?: number;
}

const NONE: readonly Span[] = [];
const MAX_WORK = 128;

/** An address in an address in an address. */
const MAX_ENCODINGS = 3;

/**
 * Creates a redactor (TRACE-DESIGN, "Redaction").
 *
 * @throws LoopTelemetryError (`invalid-option`) for options that cannot work.
 */
export function createRedactor(options: RedactionOptions = {}): Redactor {
  const { secrets = [], keys = [], patterns = [], maxWork = MAX_WORK } = options;
  if (!Number.isSafeInteger(maxWork) || maxWork <= 0) {
    throw new LoopTelemetryError('invalid-option', 'maxWork: expected a positive whole number.');
  }
  const keyRule = createKeyRule(keys);
  const hostPatterns = patterns.map(createHostPattern);
  const stems = [...STEMS, ...keys.map((key) => wordsOf(key).at(-1)!)].flatMap(inAnyCase);
  const fixed: readonly Pattern[] = [createNamedValues(keyRule, stems), ...BUILT_IN];
  const registered = new RegisteredSecrets();
  let scan: Scan | undefined;
  let revision = 0;

  for (const secret of secrets) registerSecret(secret);
  return {
    get revision() {
      return revision;
    },
    ...{ text, keyKind: (key: string) => keyRule.kindOf(key), joined, unfinished, registerSecret },
  };

  function registerSecret(value: string): void {
    if (!registered.add(value)) return;
    scan = undefined;
    revision += 1;
  }

  function text(original: string): Redaction {
    const work = new Work(original, maxWork);
    const spans = settledSpans(original, (some) => spansIn(some, work));
    if (spans.length === 0) return { text: original, count: 0 };
    return { text: replaceSpans(original, spans), count: spans.length };
  }

  function joined(parts: readonly string[], end: 'complete' | 'cut'): Redaction[] {
    const whole = parts.join('');
    const work = new Work(whole, maxWork);
    const spans = settledSpans(whole, (some) => spansIn(some, work));
    const begun = end === 'cut' ? begunIn(whole, work) : [];
    return redactParts(parts, mergeSpans(whole, [...spans, ...begun]));
  }

  function unfinished(original: string): number {
    return original.length - openFrom(original, new Work(original, maxWork));
  }

  function openFrom(original: string, work: Work, encodings = 0): number {
    const line = original.lastIndexOf('\n') + 1;
    const isHostsLine = hostPatterns.some(({ hint }) => original.includes(hint, line));
    const atMost = isHostsLine ? line : original.length - registered.headAtEnd(original);
    const asShown =
      encodings < MAX_ENCODINGS
        ? unfinishedInViews(original, (text) => openFrom(text, work, encodings + 1))
        : original.length;
    return unfinishedFrom(original, matchesIn(original, work), Math.min(atMost, asShown));
  }

  /** What may have begun at the end and is not long enough yet to be sure of. */
  function begunIn(original: string, work: Work): Span[] {
    const head = registered.headAtEnd(original);
    const end = original.length;
    return [
      ...matchesIn(original, work).flatMap(({ begun }) => begun ?? []),
      ...(head < FEWEST_BEGUN ? [] : [{ start: end - head, end, kind: 'registered' }]),
      ...[unfinishedWord(original)].filter((span) => span !== undefined),
    ];
  }

  function matchesIn(original: string, work: Work): Match[] {
    scan ??= createScan([...fixed, ...registered.patterns]);
    for (const { hint } of hostPatterns) if (original.includes(hint)) work.spend(original.length);
    return scan(original, work);
  }

  function spansIn(original: string, work: Work, encodings = 0): readonly Span[] {
    const matches = matchesIn(original, work);
    const isEncoded = encodings < MAX_ENCODINGS && hasViews(original);
    // Nearly all texts, most of them short: making lists for them would double their cost.
    if (matches.length === 0 && hostPatterns.length === 0 && !isEncoded) return NONE;
    return [
      ...matches.flatMap(({ spans }) => spans),
      ...hostPatterns.flatMap((pattern) => pattern.spansIn(original)),
      ...(isEncoded ? spansInViews(original, (text) => spansIn(text, work, encodings + 1)) : []),
    ];
  }
}
