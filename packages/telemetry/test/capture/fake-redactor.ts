import type { Redaction, Redactor } from '../../src/redact/redactor.js';

const KEY = 'key-';
const SECRET_KEYS = /^-*(password|api-?key|x-api-key|authorization|cookie|set-cookie)$/i;

/**
 * Knows one shape of credential, `key-` and letters or digits, and the values it is given. Small
 * enough to reason about; the real one is tested in its own folder and by the laws here.
 */
export function fakeRedactor(secrets: readonly string[] = []): Redactor {
  const known = [...secrets];
  return {
    get revision() {
      return known.length;
    },
    text: (text) => replaced(text, spansIn(text)),
    keyKind: (key) => (SECRET_KEYS.test(key) ? 'secret' : undefined),
    joined(parts, end) {
      const whole = parts.join('');
      const begun = whole.length - (end === 'cut' ? unfinishedIn(whole) : 0);
      const spans = spansIn(whole).filter(({ end: to }) => to <= begun);
      if (begun < whole.length) spans.push({ start: begun, end: whole.length });
      let offset = 0;
      return parts.map((part) => {
        const from = offset;
        offset += part.length;
        return replaced(part, clipped(spans, from, offset));
      });
    },
    unfinished: unfinishedIn,
    registerSecret: (value) => void known.push(value),
  };

  function spansIn(text: string): Span[] {
    const spans = [...text.matchAll(/key-[a-z0-9]{4,}/g)].map(({ index, 0: found }) => {
      return { start: index, end: index + found.length };
    });
    for (const value of known) {
      for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
        spans.push({ start: at, end: at + value.length });
      }
    }
    return spans.sort((a, b) => a.start - b.start);
  }
}

interface Span {
  start: number;
  end: number;
  isRest?: boolean;
}

/** A credential at the end, or what may become one. */
function unfinishedIn(text: string): number {
  const open = /key-[a-z0-9]*$/.exec(text);
  if (open) return open[0].length;
  for (let length = KEY.length - 1; length > 0; length--) {
    if (text.endsWith(KEY.slice(0, length))) return length;
  }
  return 0;
}

/** What spans are of a part; one that began before it has its placeholder there. */
function clipped(spans: readonly Span[], from: number, to: number): Span[] {
  return spans
    .filter(({ start, end }) => end > from && start < to)
    .map(({ start, end }) => ({
      start: Math.max(start, from) - from,
      end: Math.min(end, to) - from,
      isRest: start < from,
    }));
}

function replaced(text: string, spans: readonly Span[]): Redaction {
  let clean = '';
  let done = 0;
  let count = 0;
  for (const { start, end, isRest } of spans) {
    if (start < done) continue;
    clean += text.slice(done, start) + (isRest ? '' : '[redacted:key]');
    count += isRest ? 0 : 1;
    done = end;
  }
  return { text: count === 0 && done === 0 ? text : clean + text.slice(done), count };
}
