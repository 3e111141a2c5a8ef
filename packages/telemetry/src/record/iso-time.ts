/** Epoch milliseconds as RFC 3339. Remembers the last: records come in bursts, and dates are slow. */
export function isoTimes(): (ms: number) => string {
  let last = NaN;
  let text = '';
  return (ms) => {
    if (ms === last) return text;
    last = ms;
    text = new Date(ms).toISOString();
    return text;
  };
}
