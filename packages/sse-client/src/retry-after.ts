/**
 * How long a server asks to wait, in milliseconds, from a `Retry-After` field: seconds or an HTTP
 * date. `undefined` where there is none, or none that can be read.
 */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Without the letter test engines would read "-1" or "1.5" as a date.
  const date = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}
