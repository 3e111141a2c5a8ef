import { createKeyRule } from '../keys.js';
import { holdsPlaceholder } from '../spans.js';

/**
 * How much a value must look like a credential, by how sure its surroundings are that it is one:
 * `any` where only a value can stand (an environment file, a query), `strong` where code, types
 * and prose look the same, `long` where nothing but a space joins it to its name.
 */
export type Demand = 'any' | 'strong' | 'long';

const FEWEST_STRONG = 6;
const FEWEST_LONG = 8;

/** Whether the value may be the credential that its name promises. */
export function isPlausible(value: string, demand: Demand): boolean {
  if (value === '' || isReference(value)) return false;
  if (demand === 'any') return true;
  if (demand === 'strong') return value.length >= FEWEST_STRONG && isStrong(value);
  return value.length >= FEWEST_LONG && isStrong(value) && !WORDS_JOINED.test(value);
}

/** `app-secret-1`, `token_v2`: what is spoken of has such names. */
const WORDS_JOINED = /^[a-z]+(?:[-_./][a-z0-9]+)+$/;

const KEYS = createKeyRule();

/** What stands for a value: variables, examples, words of code, and what has been redacted. */
function isReference(value: string): boolean {
  return (
    holdsPlaceholder(value) ||
    VARIABLE.test(value) ||
    FILLER.test(value) ||
    STAND_IN.test(value) ||
    CODE_WORDS.has(value.toLowerCase()) ||
    ELSEWHERE.test(value) ||
    SMALL_NUMBER.test(value) ||
    isName(value)
  );
}

/** A switch: `USE_TOKEN=1`. */
const SMALL_NUMBER = /^\d{1,3}$/;

/**
 * `$X`, `${X}`, `<x>`, `{{x}}`, `%X%`, `%s`, `!Ref`; code between one string and the next, when the
 * quote behind a name's colon ends the string it stands in.
 */
const VARIABLE =
  /\$\{[^}]{1,200}\}|^\s*(?:[,);]|[}\]]+(?:[\s,;)\\]|$)|\+ |\/?>)|^\s[\w:-]{1,32}=$|^(?:\$[\w({$]|[<{[]|%[\w.-]{0,64}%$|%[sdv@]$|![A-Za-z]+$)/;

/** Stars, dots and crosses. */
const FILLER = /^[*.•xX#_?…-]+$/;

/** `your-api-key`, `YOUR_TOKEN_HERE`, `changeme`. */
const STAND_IN =
  /^(?:your[A-Za-z]*|(?:your|insert|enter|put|replace|paste|add)(?:[-_ .][A-Za-z]+)+|(?:my|the|some|an?|example|dummy|sample|fake)(?:[-_][A-Za-z]+)+|change[-_ ]?(?:me|it)|example|dummy|placeholder|redacted|removed|hidden|masked|todo|tbd)$/i;

/** Paths, and addresses of where the value is kept. */
const ELSEWHERE =
  /^(?:(?:~|\.{1,2})?\/(?:[\w.@-]{1,32}\/){1,8}[\w.-]{0,32}$|(?:~|\.{1,2})\/|[a-z][a-z0-9+-]{1,20}:\/\/|arn:|file:|env:|vault:|ENC\[)/;

const CODE_WORDS: ReadonlySet<string> = new Set([
  ...['null', 'nil', 'none', 'undefined', 'true', 'false', 'yes', 'no', 'on', 'off', 'empty'],
  ...['string', 'str', 'text', 'number', 'int', 'integer', 'bool', 'boolean', 'bytes', 'object'],
  ...['any', 'unknown', 'never', 'void', 'optional', 'required', 'default', 'nan', 'nullable'],
  ...['uint8array', 'base64', 'oauth2', 'sha256', 'sha512', 'ed25519', 'es256', 'rs256', 'hs256'],
  ...['include', 'omit', 'same-origin', 'await', 'this', 'self', 'secretstring', 'utf-8', 'utf8'],
  ...['argon2', 'argon2id', 'bcrypt', 'scrypt', 'oauth1', 'http2', 'x509'],
]);

/** `API_KEY=API_KEY`, `password: password`, `token=access_token`, `token: config.token`. */
function isName(value: string): boolean {
  if (!/^[A-Za-z_$][A-Za-z_$.-]{0,64}$/.test(value)) return false;
  return KEYS.kindOf(value) !== undefined;
}

const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+$/;
const VERSION = /^v?\d+(?:\.\d+)+(?:[-+][\w.+-]{1,24})?$/;
const SIGN = /[!@#$%^&=]/;
const DOTTED_CODE = /^[A-Za-z_$]+\d{0,2}(?:\??\.[A-Za-z_$]+\d{0,2}){1,8}$/;

/** Neither a word nor a number: letters with digits or signs, or letters as nobody writes them. */
function isStrong(value: string): boolean {
  if (/\s/.test(value) || EMAIL.test(value) || VERSION.test(value) || DOTTED_CODE.test(value)) {
    return false;
  }
  if (SIGN.test(value)) return true;
  if (!/[A-Za-z]/.test(value)) return false;
  if (/\d/.test(value)) return true;
  return /^[A-Za-z]{20,}$/.test(value) || isMixedAtRandom(value);
}

/** Words have few capitals, constants nothing else. */
function isMixedAtRandom(value: string): boolean {
  const capitals = value.replace(/[^A-Z]+/g, '').length / value.length;
  return value.length >= 12 && capitals > 0.3 && capitals < 0.7;
}
