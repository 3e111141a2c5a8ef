import { isPlausible } from '../named/plausible.js';
import { FEWEST_BEGUN, inAnyCase, isEdge, within, type Match, type Pattern } from '../pattern.js';

const CREDENTIALS = /(?:[ \t]{1,4}|\+)([\w.~+/=-]+)/dy;

/** Credentials behind the name of their scheme, with or without a header around them. */
function scheme(word: string, kind: string, isReal: (written: string) => boolean): Pattern {
  return {
    literals: inAnyCase(word),
    match(text, start, end, edge): Match | undefined {
      if (!isEdge(text, start, edge)) return undefined;
      CREDENTIALS.lastIndex = end;
      const [from, to] = CREDENTIALS.exec(text)?.indices?.[1] ?? [];
      if (from === undefined || to === undefined) return undefined;
      const span = { start: from, end: to, kind };
      const isOpen = to === text.length;
      return isReal(text.slice(from, to))
        ? { from: start, to, spans: [span], isOpen }
        : {
            from: start,
            to,
            spans: [],
            isOpen,
            begun: isOpen && to - from >= FEWEST_BEGUN ? span : undefined,
          };
    },
  };
}

/** Of what stands behind `Bearer`, only what is long and no word. */
function isBearer(written: string): boolean {
  return isPlausible(written.replace(/[.]+$/, ''), 'long');
}

const PAIR = /^[\t\x20-\x7e]*:[\t\x20-\x7e]+$/;

/** A user and a password in base64. */
function isBasic(written: string): boolean {
  const base64 = written.replace(/[.=]+$/, '');
  if (!/^[A-Za-z0-9+/]{6,4096}$/.test(base64)) return false;
  try {
    return PAIR.test(atob(base64));
  } catch {
    return false;
  }
}

const AUTH_VALUE =
  /\\{0,64}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,64}["']?([A-Za-z0-9+/]{6,4096}={0,2})/dy;

const authorization = within('authorization', [], AUTH_VALUE);

/** Docker's and npm's `auth`: a pair like that of `Basic`; other values of that name are words. */
const auth: Pattern = {
  literals: ['auth'],
  match(text, start, end, edge) {
    const match = authorization.match(text, start, end, edge);
    const isReal = match?.spans.every((span) => isBasic(text.slice(span.start, span.end)));
    return isReal ? match : undefined;
  },
};

export const SCHEMES: readonly Pattern[] = [
  scheme('bearer', 'token', isBearer),
  scheme('basic', 'authorization', isBasic),
  auth,
  within('token', ['FlyV1'], / ([\w,+/=-]{20,})/dy),
  within('signature', ['Signature='], /([\da-f]{64})/dy),
  within('token', ['SSWS'], /[ \t]{1,4}([\w-]{20,})/dy),
  within('signature', ['response='], /\\{0,64}["']([\da-f]{32,64})/dy),
];
