/** "14:03:09", with milliseconds where they matter. */
export function formatTime(
  at: number,
  { withMs }: { withMs: boolean } = { withMs: false },
): string {
  const time = new Date(at);
  const parts = [time.getHours(), time.getMinutes(), time.getSeconds()];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return withMs ? `${clock}.${String(time.getMilliseconds()).padStart(3, '0')}` : clock;
}

/** "12 ms", "1.4 s", "12 s", "3 min". */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.max(Math.round(ms), 0)} ms`;
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** "512 B", "1.4 KiB", "3.0 MiB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${(bytes / 1_024).toFixed(1)} KiB`;
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

/** "12,345". */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** "evicted 2, none 1"; nothing where all are zero. */
export function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${formatCount(count)}`)
    .join(', ');
}
