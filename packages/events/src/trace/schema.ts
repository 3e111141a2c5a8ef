import { expected, expectText, hasField } from '../expect.js';

/** How much of a payload a recording keeps. */
export type CaptureMode =
  /** Nothing is recorded. */
  | 'off'
  /** Ids, names, times, and the fields that a declaration lists. */
  | 'metadata'
  /** The whole payload. */
  | 'content'
  /** The whole payload, and the events that are declared with a `stream`. */
  | 'stream';

type KeysOfUnion<T> = T extends unknown ? keyof T & string : never;

/** What recording must know of an event; plain values only. */
export interface EventFlags<Field extends string = string> {
  /** The fields that metadata mode keeps. @default none */
  readonly metadata?: readonly Field[];
  /** What came before it reaches the disk, not only the system. @default false */
  readonly sync?: boolean;
  /** Dropped last when the queue is full. Events of a pair always are. @default false */
  readonly spare?: boolean;
  /**
   * Recorded in stream mode alone. Its text is a piece of a longer one: the pieces with the same
   * `part`, in one operation, are redacted as the text they make. Both are dotted paths into data.
   */
  readonly stream?: { readonly part: string; readonly text: string };
  /** The event by which a recorder says that it could not record something. One per schema. */
  readonly failure?: boolean;
}

declare const payload: unique symbol;

/** An event as a schema declares it. `Data` exists for the compiler only. */
export interface EventDeclaration<Data> extends EventFlags {
  readonly kind: 'event';
  readonly description: string;
  readonly [payload]?: () => Data;
}

/** Two events that share an `operationId`. */
export interface OperationDeclaration<Started, Completed> {
  readonly kind: 'operation';
  readonly started: EventDeclaration<Started>;
  readonly completed: EventDeclaration<Completed>;
  /** The field of both payloads that names the lifetime, for observations that carry their own id. */
  readonly id?: string;
}

/**
 * Declares an event that stands for itself.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function event<Data extends object>(
  description: string,
  flags: EventFlags<KeysOfUnion<Data>> = {},
): EventDeclaration<Data> {
  expectText('description', description);
  return { kind: 'event', description, ...flags };
}

/**
 * Declares a lifetime: what is known when it starts, and what when it ends.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function operation<Started extends object, Completed extends object>(
  started: EventDeclaration<Started>,
  completed: EventDeclaration<Completed>,
  { id }: { id?: KeysOfUnion<Started> & KeysOfUnion<Completed> } = {},
): OperationDeclaration<Started, Completed> {
  expected(
    hasField(started, 'description') && hasField(completed, 'description'),
    'operation: expected two events, as event() declares them.',
  );
  const spared = { started: { ...started, spare: true }, completed: { ...completed, spare: true } };
  return { kind: 'operation', ...spared, ...(id === undefined ? {} : { id }) };
}

/** What a schema may declare under a name. */
export type Declaration = EventDeclaration<unknown> | OperationDeclaration<unknown, unknown>;

/** The names that a schema has, or that declarations come to, with their payload types. */
export type EventsOf<Vocabulary> =
  Vocabulary extends TraceSchema<infer Events>
    ? Events
    : { [Name in NamesOf<Vocabulary>]: PayloadOf<Vocabulary, Name> };

type NamesOf<Declarations> = {
  [Name in keyof Declarations & string]: Declarations[Name] extends { kind: 'operation' }
    ? `${Name}.started` | `${Name}.completed`
    : Name;
}[keyof Declarations & string];

type PayloadOf<Declarations, Name> = Name extends keyof Declarations
  ? Declarations[Name] extends EventDeclaration<infer Data>
    ? Data
    : never
  : Name extends `${infer Root}.started`
    ? Started<Declarations[Root & keyof Declarations]>
    : Name extends `${infer Root}.completed`
      ? Completed<Declarations[Root & keyof Declarations]>
      : never;

type Started<Declared> = Declared extends OperationDeclaration<infer Data, unknown> ? Data : never;
type Completed<Declared> =
  Declared extends OperationDeclaration<unknown, infer Data> ? Data : never;

declare const events: unique symbol;

/** A vocabulary: every name that may be recorded, and what recording must know of it. */
export interface TraceSchema<Events> {
  readonly name: string;
  readonly version: number;
  /** By event name; a pair is there under both of its names. */
  readonly events: ReadonlyMap<string, DeclaredEvent>;
  /** Earlier names, and the names they have now. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly [events]?: (events: Events) => Events;
}

/** One event of a schema, as recording and reading see it. */
export interface DeclaredEvent extends EventFlags {
  readonly name: string;
  readonly description: string;
  /** Which end of which operation it is. */
  readonly operation?: {
    readonly name: string;
    readonly end: 'started' | 'completed';
    readonly id?: string;
  };
}

/** What can be told of a schema without its types: for files, tools and people. */
export interface SchemaDescription {
  name: string;
  version: number;
  /** By event name. */
  events: Record<string, string>;
  /** Earlier names, and the names they have now. */
  aliases: Record<string, string>;
}

/** What {@link defineTraceSchema} takes. */
export interface SchemaOptions<Declarations> {
  name: string;
  version: number;
  /** By name: lower-case words, separated by dots. An operation's is the root of its two events. */
  events: Declarations;
  /** Earlier names of events, and their names of today. Readers know both. */
  aliases?: Readonly<Record<string, keyof EventsOf<Declarations> & string>>;
}

/**
 * Makes a vocabulary of declarations.
 *
 * @throws LoopEventsError `invalid-option` for a name of another form, two declarations of one name
 * or an alias that leads nowhere.
 */
export function defineTraceSchema<const Declarations extends Record<string, Declaration>>(
  options: SchemaOptions<Declarations>,
): TraceSchema<EventsOf<Declarations>> {
  expected(hasField(options, 'events'), 'options: expected a name, a version and events.');
  const { name, version, events: declarations, aliases = {} } = options;
  const events = new Map<string, DeclaredEvent>();
  for (const declared of Object.entries(declarations).flatMap(declaredEvents)) {
    checkName(declared.name, events);
    events.set(declared.name, declared);
  }
  for (const [earlier, today] of Object.entries(aliases) as [string, string][]) {
    expected(
      events.has(today) && !events.has(earlier),
      `aliases: "${earlier}" leads to "${today}", which ${events.has(today) ? 'is a name of today' : 'is not declared'}.`,
    );
  }
  return { name, version, events, aliases: new Map(Object.entries(aliases)) };
}

/**
 * Names, version and descriptions: what can be written beside records, or shown.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function describeTraceSchema<Events>(schema: TraceSchema<Events>): SchemaDescription {
  expected(hasField(schema, 'events'), 'schema: expected what defineTraceSchema() returned.');
  const { name, version, events, aliases } = schema;
  const described = [...events.values()].map(({ name, description }) => [name, description]);
  return {
    ...{ name, version },
    events: Object.fromEntries(described) as Record<string, string>,
    aliases: Object.fromEntries(aliases),
  };
}

function declaredEvents([name, declaration]: [string, Declaration]): DeclaredEvent[] {
  if (declaration.kind === 'event') {
    const { kind: _, ...rest } = declaration;
    return [{ name, ...rest }];
  }
  const { id } = declaration;
  return (['started', 'completed'] as const).map((end) => {
    const { kind: _, ...rest } = declaration[end];
    const operation = { name, end, ...(id === undefined ? {} : { id }) };
    return { name: `${name}.${end}`, ...rest, operation };
  });
}

function checkName(name: string, taken: ReadonlyMap<string, unknown>): void {
  const isFormed = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/.test(name);
  expected(isFormed, `events: "${name}" is no name. Use lower-case words, separated by dots.`);
  expected(!taken.has(name), `events: "${name}" is declared twice.`);
}
