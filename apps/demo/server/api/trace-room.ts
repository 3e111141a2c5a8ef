type Kind = 'operations' | 'points';

/** How much an answer still holds. */
export interface TraceRoom {
  /** What was left out for want of room. */
  readonly cut: Readonly<Record<Kind, number>>;
  /** Whether one more fits. */
  take(kind: Kind): boolean;
  leaveOut(kind: Kind, count: number): void;
  /** A payload as far as there is room for it; the rest is described as a recorder describes it. */
  data(value: unknown): unknown;
}

const MAX_OPERATIONS = 2_000;
const MAX_POINTS = 4_000;
/** Letters of all payloads, and of one text in them. */
const MAX_LETTERS = 4 * 1024 * 1024;
const MAX_TEXT = 4_000;
const PREVIEW = 400;
const MAX_DEPTH = 40;
/** What a value takes beside its letters. */
const VALUE_LETTERS = 8;

/** Room for what one page can draw: a recording may hold a thousand times as much. */
export function createTraceRoom(): TraceRoom {
  const left = { operations: MAX_OPERATIONS, points: MAX_POINTS };
  const cut = { operations: 0, points: 0 };
  let letters = MAX_LETTERS;
  return {
    cut,
    take: (kind) => left[kind]-- > 0,
    leaveOut(kind, count) {
      cut[kind] += count;
    },
    data: (value) => fitting(value, 0),
  };

  function fitting(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return fittingText(value);
    letters -= VALUE_LETTERS;
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= MAX_DEPTH || letters <= 0) return omitted({ type: 'object' });
    if (Array.isArray(value)) return value.map((entry) => fitting(entry, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => {
        letters -= name.length;
        return [name, fitting(entry, depth + 1)];
      }),
    );
  }

  function fittingText(text: string): unknown {
    letters -= Math.min(text.length, MAX_TEXT) + VALUE_LETTERS;
    if (text.length <= MAX_TEXT && letters > 0) return text;
    return omitted({ type: 'string', chars: text.length, preview: text.slice(0, PREVIEW) });
  }
}

/** In the words of a recorder; the reason is one that only this answer has. */
function omitted(about: object): object {
  return { $omitted: { reason: 'answer', ...about } };
}
