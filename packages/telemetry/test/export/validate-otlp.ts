type Json = Record<string, unknown>;

/** What is wrong with a text as a file of OTLP traces: one document a line, ids in hexadecimal. */
export function otlpProblems(text: string): string[] {
  const problems: string[] = [];
  if (text !== '' && !text.endsWith('\n')) problems.push('the last line has no end');
  const spans: Json[] = [];
  for (const [index, line] of text.split('\n').slice(0, -1).entries()) {
    const document = JSON.parse(line) as Json;
    problems.push(...unknownKeys(document, ['resourceSpans'], `line ${index + 1}`));
    for (const { resource, scopeSpans, ...rest } of list(document['resourceSpans'])) {
      problems.push(...unknownKeys(rest, ['schemaUrl'], 'resourceSpans'));
      problems.push(...attributeProblems((resource as Json)['attributes'], 'resource'));
      for (const { scope, spans: held, ...others } of list(scopeSpans)) {
        problems.push(...unknownKeys(others, ['schemaUrl'], 'scopeSpans'));
        problems.push(...unknownKeys(scope as Json, ['name', 'version', 'attributes'], 'scope'));
        spans.push(...list(held));
      }
    }
  }
  for (const span of spans)
    for (const problem of spanProblems(span))
      problems.push(`${String(span['spanId'])}: ${problem}`);
  return [...problems, ...relationProblems(spans)];
}

const SPAN_KEYS = ['traceId', 'spanId', 'traceState', 'parentSpanId', 'flags', 'name', 'kind'];
const SPAN_TIMES = ['startTimeUnixNano', 'endTimeUnixNano'];
const SPAN_LISTS = ['attributes', 'events', 'links', 'status'];

function* spanProblems(span: Json): Generator<string> {
  yield* unknownKeys(span, [...SPAN_KEYS, ...SPAN_TIMES, ...SPAN_LISTS], 'span');
  if (!isId(span['traceId'], 32)) yield 'traceId is not 16 bytes in hexadecimal, or zero';
  if (!isId(span['spanId'], 16)) yield 'spanId is not 8 bytes in hexadecimal, or zero';
  if (span['parentSpanId'] !== undefined && !isId(span['parentSpanId'], 16))
    yield 'parentSpanId is no id';
  if (typeof span['name'] !== 'string' || span['name'] === '') yield 'no name';
  if (![1, 2, 3, 4, 5].includes(span['kind'] as number)) yield 'kind is none of the numbers';
  for (const key of SPAN_TIMES) if (!isNanos(span[key])) yield `${key} is no string of nanoseconds`;
  if (BigInt(span['endTimeUnixNano'] as string) < BigInt(span['startTimeUnixNano'] as string))
    yield 'ends before it starts';
  yield* attributeProblems(span['attributes'], 'span');
  for (const event of list(span['events'])) {
    yield* unknownKeys(event, ['timeUnixNano', 'name', 'attributes'], 'event');
    if (!isNanos(event['timeUnixNano'])) yield 'an event without a time';
    if (typeof event['name'] !== 'string' || event['name'] === '') yield 'an event without a name';
    yield* attributeProblems(event['attributes'], 'event');
  }
  const status = span['status'] as Json | undefined;
  if (status === undefined) return;
  yield* unknownKeys(status, ['code', 'message'], 'status');
  if (![0, 1, 2].includes(status['code'] as number)) yield 'status is none of the numbers';
}

/** Ids are used once in a trace; a parent is there. */
function* relationProblems(spans: readonly Json[]): Generator<string> {
  const ids = new Set<string>();
  for (const { traceId, spanId } of spans) {
    const id = JSON.stringify([traceId, spanId]);
    if (ids.has(id)) yield `${id} is there twice`;
    ids.add(id);
  }
  for (const { traceId, parentSpanId } of spans) {
    if (parentSpanId === undefined) continue;
    const id = JSON.stringify([traceId, parentSpanId]);
    if (!ids.has(id)) yield `${id} is a parent that is not there`;
  }
}

function* attributeProblems(attributes: unknown, where: string): Generator<string> {
  const keys = new Set<unknown>();
  for (const { key, value, ...rest } of list(attributes)) {
    yield* unknownKeys(rest, [], `${where} attribute`);
    if (typeof key !== 'string' || key === '') yield `${where}: an attribute without a key`;
    if (keys.has(key)) yield `${where}: ${String(key)} twice`;
    keys.add(key);
    yield* valueProblems(value, `${where} ${String(key)}`);
  }
}

function* valueProblems(value: unknown, where: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return yield `${where}: no value`;
  const entries = Object.entries(value as Json);
  if (entries.length > 1) return yield `${where}: several values`;
  const [kind, held] = entries[0] ?? ['none', undefined];
  const isRight: Record<string, () => boolean> = {
    none: () => true,
    stringValue: () => typeof held === 'string',
    boolValue: () => typeof held === 'boolean',
    intValue: () => typeof held === 'string' && /^-?\d+$/.test(held),
    doubleValue: () => typeof held === 'number',
    arrayValue: () => Array.isArray((held as Json)['values']),
    kvlistValue: () => Array.isArray((held as Json)['values']),
  };
  if (!isRight[kind]?.()) yield `${where}: ${kind} does not hold what it should`;
  if (kind === 'arrayValue')
    for (const item of list((held as Json)['values'])) yield* valueProblems(item, where);
  if (kind === 'kvlistValue') yield* attributeProblems((held as Json)['values'], where);
}

function unknownKeys(value: Json, known: readonly string[], where: string): string[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => `${where}: "${key}" is no field`);
}

function isId(value: unknown, digits: number): boolean {
  return (
    typeof value === 'string' &&
    new RegExp(`^[0-9a-f]{${digits}}$`).test(value) &&
    /[^0]/.test(value)
  );
}

function isNanos(value: unknown): boolean {
  return typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value) && BigInt(value) < 2n ** 64n;
}

function list(value: unknown): Json[] {
  return (value ?? []) as Json[];
}
