import type { CaptureMode } from './schema.js';

/** Where a record belongs. */
export interface Scope {
  /** The run that was active. `null` or missing: none. */
  readonly runId?: string | null | undefined;
  /** The operation the event lies in; of a start, the id it shall have. @default none; a new id */
  readonly operationId?: string | undefined;
  /** The wider operation that an operation lies in. */
  readonly parentOperationId?: string | undefined;
  /** The name under which the event came, where it has another one in the trace. */
  readonly original?: string | undefined;
}

/** The scope of an event whose operation was begun elsewhere. */
export type OperationScope = Scope & { readonly operationId: string };

/** The parts of an adapter that may fail: mapping an event, reading its fields, and what follows. */
export type CaptureStage = 'map' | 'read' | 'redact' | 'serialize';

/** The name of an event of a vocabulary. */
export type EventName<Events> = keyof Events & string;

/** The root of two events that are a pair. */
export type OperationName<Events> = {
  [Name in EventName<Events>]: Name extends `${infer Root}.started`
    ? `${Root}.completed` extends EventName<Events>
      ? Root
      : never
    : never;
}[EventName<Events>];

type CompletedName<Events> = `${OperationName<Events>}.completed`;

/** The name of an event that is no part of a pair. */
export type PointName<Events> = Exclude<
  EventName<Events>,
  `${OperationName<Events>}.started` | CompletedName<Events>
>;

/**
 * Records events. Nothing here throws or waits: recording never changes the run it tells of. What
 * is passed is copied before a call returns. Each name goes with its own payload, exactly: what is
 * missing, wrong or too much does not compile, in a variable neither. A name that may be one of
 * several is to be narrowed first; {@link observe} takes whole objects that carry their name.
 *
 * What the compiler cannot see: extra fields of a value that is typed as the payload itself, those
 * inside of a field unless they stand in the call, and anything at all behind a name that is `any`.
 */
export interface Recorder<Events> {
  readonly mode: CaptureMode;
  /** `false` where nothing is recorded: what is costly to build may be left out. */
  readonly enabled: boolean;
  /** Records an event that stands for itself. */
  record<const Name extends PointName<Events>, Key extends PropertyKey>(
    name: Name & Single<Name>,
    data: Exactly<Name, Data<Events, Name>, Key>,
    scope?: Scope,
  ): void;
  /** Records the end of an operation that was begun elsewhere, in another process perhaps. */
  record<const Name extends CompletedName<Events>, Key extends PropertyKey>(
    name: Name & Single<Name>,
    data: Exactly<Name, Data<Events, Name>, Key>,
    scope: OperationScope,
  ): void;
  /** Records the start of an operation. Its end is yours to record: nothing else does it. */
  begin<const Root extends OperationName<Events>, Key extends PropertyKey>(
    operation: Root & Single<Root>,
    data: Exactly<`${Root}.started`, Data<Events, `${Root}.started`>, Key>,
    scope?: Scope,
  ): Operation<Events, Root>;
  /**
   * Records a whole object whose `type` is its event's name; a union of them need not be narrowed.
   * Both ends of a pair find each other by the field that its declaration names as its id, or by
   * the scope's `operationId`.
   */
  observe<Key extends PropertyKey>(
    observation: Exactly<'observation', Observation<Events>, Key>,
    scope?: Scope,
  ): void;
  /** Something could not be recorded: says so, within bounds, by the schema's failure event. */
  failed(source: string, stage: CaptureStage, error: unknown): void;
}

/** A lifetime that has begun. Forgotten, it stays open for ever: there is no end but a real one. */
export interface Operation<Events, Root extends string> {
  readonly operationId: string;
  /** Records its end. A second one is recorded too, as it may have happened; readers report it. */
  complete<Key extends PropertyKey>(
    data: Exactly<`${Root}.completed`, Data<Events, `${Root}.completed`>, Key>,
    scope?: Scope,
  ): void;
}

/** An event with its name inside. */
export type Observation<Events> = {
  [Name in EventName<Events>]: { readonly type: Name } & Data<Events, Name>;
}[EventName<Events>];

/** The payload of an event. */
export type Data<Events, Name> = Name extends keyof Events ? Events[Name] : never;

declare const why: unique symbol;

/** In a compiler's message: the name may be one of several. Narrow it before you record. */
export interface ExpectedOneEventName<Name> {
  readonly [why]: Name;
}

/** In a compiler's message: the event has no such field. */
export interface UnknownField<Event, Field> {
  readonly [why]: [Event, Field];
}

/** A name, unless it may be one of several. */
export type Single<Name extends string> = string extends Name
  ? ExpectedOneEventName<Name>
  : IsUnion<Name> extends true
    ? ExpectedOneEventName<Name>
    : Name;

/**
 * `T`, for an argument whose own keys are `Key`: exactly its fields, of one variant. The bare mapped
 * type at the end is what makes the compiler infer `Key`; intersected with `T` it would not.
 */
export type Exactly<Event, T, Key extends PropertyKey> = string extends Key
  ? string extends keyof T
    ? T
    : never
  : [Exclude<Key, KeysOfUnion<T>>] extends [never]
    ? StrictUnion<T>
    : { readonly [P in Key]: P extends KeysOfUnion<T> ? unknown : UnknownField<Event, P> };

type KeysOfUnion<T> = T extends unknown ? keyof T : never;
type StrictUnion<T, All extends PropertyKey = KeysOfUnion<T>> = T extends unknown
  ? T & { readonly [P in Exclude<All, keyof T>]?: never }
  : never;
type IsUnion<T, Whole = T> = [T] extends [never]
  ? false
  : T extends unknown
    ? [Whole] extends [T]
      ? false
      : true
    : never;
