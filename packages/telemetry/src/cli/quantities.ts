import { usage } from './exit-code.js';

const MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const BYTES: Readonly<Record<string, number>> = {
  b: 1,
  ...{ kb: 1000, mb: 1000 ** 2, gb: 1000 ** 3 },
  ...{ k: 1024, m: 1024 ** 2, g: 1024 ** 3, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 },
};

/** `90s`, `15m`, `12h`, `7d`, `2w` in milliseconds. */
export function parseDuration(text: string, option: string): number {
  const value = measured(text, MS);
  if (value !== undefined) return value;
  throw usage(`${option}: "${text}" is no duration.`, 'Write 90s, 15m, 12h, 7d or 2w.');
}

/** `500k`, `20MiB`, `2GB` in bytes. */
export function parseSize(text: string, option: string): number {
  const value = measured(text, BYTES);
  if (value !== undefined) return value;
  throw usage(`${option}: "${text}" is no size.`, 'Write 500k, 20MiB or 2GB.');
}

/** A whole number that is not negative. */
export function parseCount(text: string, option: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  throw usage(`${option}: "${text}" is no whole number.`);
}

/** A moment (`2026-11-01`, `2026-11-01T10:00:00Z`) or how long ago it was (`15m`), as epoch ms. */
export function parseMoment(text: string, option: string, now: number): number {
  const ago = measured(text, MS);
  if (ago !== undefined) return now - ago;
  const moment = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(moment)) return moment;
  throw usage(`${option}: "${text}" is no time.`, 'Write 15m, 2026-11-01 or 2026-11-01T10:00:00Z.');
}

function measured(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?) ?([a-z]+)$/i.exec(text) ?? [];
  const factor = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined;
  const value = Math.round(Number(number) * (factor ?? Number.NaN));
  return Number.isSafeInteger(value) ? value : undefined;
}
