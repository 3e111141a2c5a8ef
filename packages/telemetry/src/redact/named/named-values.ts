import type { KeyRule } from '../keys.js';
import { FEWEST_BEGUN, type Match, type Pattern } from '../pattern.js';
import type { Span } from '../spans.js';
import { GAPS, isJointOpen, readJoint, type Joint } from './joint.js';
import { readSecretName, type SecretName } from './name.js';
import { isPlausible, type Demand } from './plausible.js';
import { isUserOfAddress } from './userinfo.js';
import { readValue, type Value } from './value.js';

/** People make these up: they may be words. */
const HUMAN_KINDS: ReadonlySet<string> = new Set(['password', 'secret', 'credentials']);

/**
 * Credentials by the name before them, however name and value are written: environment files,
 * JSON and JSON inside of strings, YAML, headers, queries, options, connection strings, elements.
 *
 * @param stems what every secret name holds at least one of.
 */
export function createNamedValues(keys: KeyRule, stems: readonly string[]): Pattern {
  return {
    literals: stems,
    match(text, start, end) {
      const name = readSecretName(text, start, end, keys);
      if (!name) return undefined;
      const joint = readJoint(text, name.start, name.end);
      if (!joint || isUserOfAddress(text, name.end)) return nothing(text, name);
      return text[joint.end] === '['
        ? listOf(text, joint, name)
        : matchOf(text, name, [readOf(text, joint, name)]);
    },
  };
}

function nothing(text: string, name: SecretName): Match {
  const isOpen = isJointOpen(text, name.start, name.end);
  return { from: name.from, to: name.end, spans: [], isOpen };
}

/** A value, and whether it may be what its name promises. */
interface Candidate extends Value {
  readonly isCredential: boolean;
}

function matchOf(text: string, name: SecretName, candidates: readonly Candidate[]): Match {
  const spanOf = ({ start, end }: Value): Span => ({ start, end, kind: name.kind });
  const spans = candidates.filter(({ isCredential }) => isCredential).map(spanOf);
  const last = candidates.at(-1);
  const isBegun = last?.isOpen && !last.isCredential && last.end - last.start >= FEWEST_BEGUN;
  return {
    from: name.from,
    to: last ? last.end + Number(last.isClosed) : name.end,
    // A string that is no credential may hold some with names of their own.
    resumeAt: spans.at(-1)?.end ?? name.end,
    spans,
    isOpen: last?.isOpen ?? isJointOpen(text, name.start, name.end),
    begun: isBegun ? spanOf(last) : undefined,
  };
}

const COMMA = new RegExp(`(?:\\\\{0,64}["'])?${GAPS},${GAPS}(?=\\\\{0,64}["'])`, 'y');
const OPENING = new RegExp(`\\[${GAPS}(?=\\\\{0,64}["'])`, 'y');
/** The next string may come yet, in a line of its own. */
const GOES_ON = new RegExp(`(?:\\[|(?:\\\\{0,64}["'])?${GAPS},?)${GAPS}$`, 'y');

/** Every string of a list. */
function listOf(text: string, joint: Joint, name: SecretName): Match {
  const candidates: Candidate[] = [];
  let separator = OPENING;
  for (let at = joint.end; ; separator = COMMA) {
    separator.lastIndex = at;
    if (!separator.test(text)) {
      GOES_ON.lastIndex = at;
      const match = matchOf(text, name, candidates);
      return match.isOpen ? match : { ...match, isOpen: GOES_ON.test(text) };
    }
    const candidate = readOf(text, { ...joint, end: separator.lastIndex }, name);
    candidates.push(candidate);
    at = candidate.end;
  }
}

function readOf(text: string, joint: Joint, { kind, start, end }: SecretName): Candidate {
  if (kind === 'cookie') return readCookie(text, joint);
  const at = kind === 'authorization' ? behindScheme(text, joint.end) : joint.end;
  const value = readValue(text, at, joint.ending);
  const written = text.slice(value.start, value.end);
  const isCredential =
    !isCode(text, value) &&
    !text.slice(start, end).endsWith(written) &&
    (joint.ending !== 'element' || value.isClosed) &&
    isPlausible(written, demandOf(value, joint, kind));
  return { ...value, isCredential };
}

/** A string under the name of a password is one; elsewhere strings are types and words as well. */
function demandOf(value: Value, joint: Joint, kind: string): Demand {
  const isWhole = value.isClosed && (value.isQuoted || joint.ending === 'element');
  return isWhole && joint.demand === 'strong' && HUMAN_KINDS.has(kind) ? 'any' : joint.demand;
}

/** `getToken()`, `tokens[0]`, `username="u"`. */
function isCode(text: string, value: Value): boolean {
  if (text.startsWith('[redacted:', value.end)) return false;
  if (value.isQuoted) return isKey(text, value);
  const written = text.slice(value.start, value.end);
  const next = text.slice(value.end, value.end + 1);
  if (next === '(' || next === '[') return /^[\w$.]+$/.test(written);
  return /^["'\\]$/.test(next) && /^[a-z_]{1,32}=$/.test(written);
}

/** A string before a colon is no value. */
function isKey(text: string, { end }: Value): boolean {
  return /^\\{0,64}["']\s{0,8}:/.test(text.slice(end, end + 80));
}

const COOKIE = /^\s*[^\s=;,]{1,128}=(\S.*)$/s;

/** A cookie header is pairs, up to the end of its line or string: of those one real value is enough. */
function readCookie(text: string, joint: Joint): Candidate {
  const value = readValue(text, joint.end, 'pairs');
  const [first = '', ...rest] = text.slice(value.start, value.end).split(';');
  const isReal = (pair: string): boolean => isPlausible(COOKIE.exec(pair)?.[1] ?? '', 'any');
  return { ...value, isCredential: COOKIE.test(first) && [first, ...rest].some(isReal) };
}

const SCHEME =
  /(?:\\{0,64}["'`])?(?:AWS4-HMAC-SHA256|[A-Za-z][A-Za-z-]{1,24})(?:[ \t]{1,4}|\+)(?=[^\s"'`\\])/y;

/** Where the credentials of an `Authorization` header begin: its scheme is public. */
function behindScheme(text: string, at: number): number {
  SCHEME.lastIndex = at;
  return SCHEME.test(text) ? SCHEME.lastIndex : at;
}
