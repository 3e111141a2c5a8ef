/** What is wrong with a text as a trace event file, by the rules that viewers rely on. */
export function chromeProblems(text: string): string[] {
  const problems: string[] = [];
  const document = JSON.parse(text) as { traceEvents: unknown; displayTimeUnit?: unknown };
  if (!Array.isArray(document.traceEvents)) return ['traceEvents is no array'];
  if (document.displayTimeUnit !== 'ms' && document.displayTimeUnit !== 'ns')
    problems.push('displayTimeUnit is neither ms nor ns');
  const events = document.traceEvents as Record<string, unknown>[];
  for (const [index, event] of events.entries())
    for (const problem of fieldProblems(event)) problems.push(`event ${index}: ${problem}`);
  return [...problems, ...crossings(events), ...unpaired(events), ...unnamed(events)];
}

function* fieldProblems(event: Record<string, unknown>): Generator<string> {
  const { ph, name, pid, tid, ts, dur, cat, id, s, args } = event;
  if (typeof ph !== 'string' || !'XbeniICMBE'.includes(ph) || ph.length !== 1)
    yield `unknown phase ${String(ph)}`;
  if (typeof name !== 'string' || name === '') yield 'no name';
  if (!Number.isInteger(pid) || !Number.isInteger(tid)) yield 'pid or tid is no whole number';
  if (typeof ts !== 'number' || !Number.isFinite(ts) || ts < 0) yield 'ts is no time';
  if (ph === 'X' && (typeof dur !== 'number' || !(dur >= 0))) yield 'X without a duration';
  if (ph !== 'X' && dur !== undefined) yield 'a duration on what has none';
  if ((ph === 'b' || ph === 'e') && (typeof id !== 'string' || typeof cat !== 'string'))
    yield 'asynchronous without id or category';
  if (ph === 'i' && s !== 't' && s !== 'p' && s !== 'g') yield 'an instant of no scope';
  if (ph === 'C' && !Object.values(args ?? {}).every((value) => typeof value === 'number'))
    yield 'a counter of something that is no number';
  if (ph === 'M' && typeof (args as { name?: unknown } | undefined)?.name !== 'string')
    yield 'metadata without a name';
  if (args !== undefined && (typeof args !== 'object' || args === null)) yield 'args is no object';
}

/** Complete events of one (pid, tid) must lie in each other, or apart. */
function crossings(events: readonly Record<string, unknown>[]): string[] {
  const problems: string[] = [];
  const lines = grouped(
    events.filter(({ ph }) => ph === 'X') as {
      pid: number;
      tid: number;
      ts: number;
      dur: number;
    }[],
    ({ pid, tid }) => `${pid}/${tid}`,
  );
  for (const [line, boxes] of lines) {
    const open: number[] = [];
    for (const { ts, dur } of boxes.sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
      while (open.length > 0 && (open.at(-1) ?? 0) <= ts) open.pop();
      const outer = open.at(-1);
      if (outer !== undefined && ts + dur > outer) problems.push(`${line}: boxes cross at ${ts}`);
      open.push(ts + dur);
    }
  }
  return problems;
}

/** Every `e` closes one `b` of the same category, id and process, not before it; ids are used once. */
function unpaired(events: readonly Record<string, unknown>[]): string[] {
  const problems: string[] = [];
  const begun = new Map<string, { ts: number; ended: boolean }>();
  for (const { ph, pid, cat, id, ts } of events) {
    const key = JSON.stringify([pid, cat, id]);
    const open = begun.get(key);
    if (ph === 'b' && open) problems.push(`${key} begins twice`);
    if (ph === 'b') begun.set(key, { ts: ts as number, ended: false });
    if (ph !== 'e') continue;
    if (!open || open.ended) problems.push(`${key} ends without a beginning`);
    else if ((ts as number) < open.ts) problems.push(`${key} ends before it begins`);
    if (open) open.ended = true;
  }
  return problems;
}

/** Every process and line that is drawn on has a name. */
function unnamed(events: readonly Record<string, unknown>[]): string[] {
  const keyOf = (...parts: unknown[]): string => JSON.stringify(parts);
  const named = new Set(
    events.filter(({ ph }) => ph === 'M').map(({ name, pid, tid }) => keyOf(name, pid, tid)),
  );
  return events
    .filter(({ ph }) => ph !== 'M' && ph !== 'C')
    .flatMap(({ pid, tid }) => [keyOf('process_name', pid, 0), keyOf('thread_name', pid, tid)])
    .filter((key) => !named.has(key))
    .map((key) => `${key} is missing`);
}

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values)
    groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
