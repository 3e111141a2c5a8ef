const BECAUSE: Readonly<Record<string, string>> = {
  mode: 'the mode keeps no content; LOOP_TRACE=content does',
  size: 'too large for a recording',
  bytes: 'binary',
  depth: 'nested too deep',
  limit: 'too many values at once',
  accessor: 'reading it would have run code',
  unreadable: 'it could not be read',
  'redaction-failed': 'credentials could not be looked for in it',
  answer: 'too long for this page; loop-trace shows it',
};

const MAX_VISITED = 5_000;

/** Why values of a payload were left out, in words, with how many. */
export function omissionsIn(payload: unknown): string[] {
  const counts = new Map<string, number>();
  let visited = 0;
  visit(payload);
  return [...counts].map(([reason, count]) => {
    const because = Object.hasOwn(BECAUSE, reason) ? BECAUSE[reason] : reason;
    return `${count}: ${because}`;
  });

  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null || ++visited > MAX_VISITED) return;
    const reason = reasonOf(value);
    if (reason === undefined) Object.values(value).forEach(visit);
    else counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
}

function reasonOf(value: object): string | undefined {
  const omitted: unknown = Object.hasOwn(value, '$omitted') && Reflect.get(value, '$omitted');
  if (typeof omitted !== 'object' || omitted === null) return undefined;
  const reason: unknown = Reflect.get(omitted, 'reason');
  return typeof reason === 'string' ? reason : undefined;
}
