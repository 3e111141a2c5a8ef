let last = NaN;
let text = '';

/** Epoch milliseconds as RFC 3339. Remembers the last: records come in bursts, and dates are slow. */
export function isoTime(ms: number): string {
  if (ms === last) return text;
  text = new Date(ms).toISOString();
  last = ms;
  return text;
}
