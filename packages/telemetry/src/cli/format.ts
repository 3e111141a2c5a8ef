/** A duration in at most seven columns: `12 ms`, `3.4 s`, `2m 05s`, `3h 07m`, `4d 02h`. */
export function formatMs(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return '';
  if (ms < 1) return ms <= 0 ? '0 ms' : '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes}m ${two(Math.floor((ms % 60_000) / 1000))}s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}h ${two(minutes % 60)}m`;
  return `${Math.floor(hours / 24)}d ${two(hours % 24)}h`;
}

/** A size: `512 B`, `1.5 KiB`, `20 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A number: `950`, `1.2k`, `34k`, `1.5M`. */
export function formatCount(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_500) return `${short(count / 1000)}k`;
  return `${short(count / 1_000_000)}M`;
}

/** A moment, in UTC as the recording has it: `2026-11-01 10:00:00`. */
export function formatDateTime(ms: number): string {
  return isTime(ms) ? new Date(ms).toISOString().slice(0, 19).replace('T', ' ') : '?';
}

/** Its time of day alone, to the millisecond. */
export function formatTime(ms: number): string {
  return isTime(ms) ? new Date(ms).toISOString().slice(11, 23) : '?';
}

/** `1 run`, `2 runs`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

function isTime(ms: number): boolean {
  return Math.abs(ms) <= 8.64e15;
}

function short(value: number): string {
  return value < 9.95 ? value.toFixed(1) : String(Math.round(value));
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
