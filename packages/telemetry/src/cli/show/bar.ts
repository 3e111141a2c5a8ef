/** A stretch of time, in any unit. */
export interface Stretch {
  start: number;
  /** Missing: it goes on beyond the end. */
  end: number | undefined;
}

/** Where a stretch lies in a whole, as a bar of so many columns. */
export function bar(part: Stretch, whole: { start: number; end: number }, columns: number): string {
  const total = Math.max(1, whole.end - whole.start);
  const place = (at: number): number =>
    Math.round(Math.min(1, Math.max(0, (at - whole.start) / total)) * columns);
  const from = Math.min(place(part.start), columns - 1);
  const to = Math.max(part.end === undefined ? columns : place(part.end), from + 1);
  const fill = part.end === undefined ? '░' : '█';
  return ' '.repeat(from) + fill.repeat(to - from) + ' '.repeat(columns - to);
}
