import type {
  CaptureMode,
  CaptureStage,
  DeclaredEvent,
  Recorder,
  Scope,
  TraceSchema,
} from '@loop/events/trace';
import { ownValue } from '../capture/properties.js';
import { captureRules, type CaptureRules } from '../capture/rules.js';
import { Failures } from './failures.js';
import { Pipeline, type PipelineOptions, type RecorderCounters } from './pipeline.js';
import { endPlace, placeOf, type Place } from './place.js';

/** What {@link createRecorder} takes. */
export interface RecorderOptions<Events>
  extends Omit<CaptureRules, 'keys'>, Omit<PipelineOptions, 'rules' | 'onFailure'> {
  schema: TraceSchema<Events>;
}

/** A recorder, and what its recording does with it. */
export interface OpenRecorder<Events> {
  /** For those who record. Frozen: in mode `off` its methods do nothing. */
  readonly recorder: Recorder<Events>;
  /** A copy, of now. */
  readonly counters: RecorderCounters;
  /** Nothing is held for joint redaction any longer. Before a flush, a change of mode, the end. */
  release(): void;
}

/**
 * Makes the recorder of a recording: each event gets its number, is copied within bounds and without
 * credentials, and goes to `lines`. Nothing that it is given makes it throw.
 */
export function createRecorder<Events>(options: RecorderOptions<Events>): OpenRecorder<Events> {
  const { schema, redactor, limits, hash, mode, clock, newId } = options;
  const rules = captureRules({ redactor, limits, hash });
  const pipeline = new Pipeline({ ...options, rules, onFailure: failed });
  const failures = new Failures(() => clock.now());
  const failureEvent = [...schema.events.values()].find(({ failure }) => failure);
  // Short, because every piece of a stream repeats it; random, because another process may write
  // to the same recording.
  const idPrefix = newId().replaceAll('-', '').slice(0, 8);
  let ids = 0;
  let failureCount = 0;
  let isTelling = false;

  const recorder: UntypedRecorder = {
    get mode() {
      return mode();
    },
    get enabled() {
      return mode() !== 'off';
    },
    record: (name, data, scope) => quietly(() => take(name, data, placeOf(readable(scope)))),
    begin,
    observe: (observation, scope) => quietly(() => observe(observation, placeOf(readable(scope)))),
    failed,
  };
  return {
    recorder: Object.freeze(recorder) as unknown as Recorder<Events>,
    get counters() {
      return { ...pipeline.counters, failures: failureCount };
    },
    release: () => pipeline.release(),
  };

  function begin(operation: string, data: unknown, scope?: Scope): UntypedOperation {
    const begun: Place = { operationId: newOperationId() };
    quietly(() => {
      const { operationId = begun.operationId, ...place } = placeOf(readable(scope));
      Object.assign(begun, place, { operationId });
      take(`${operation}.started`, data, begun);
    });
    return Object.freeze({
      operationId: begun.operationId ?? '',
      complete: (end: unknown, endScope?: Scope) =>
        quietly(() => take(`${operation}.completed`, end, endPlace(begun, readable(endScope)))),
    });
  }

  /** One that cannot be read says nothing: no event is lost for where it belongs. */
  function readable(scope: Scope | undefined): Scope | undefined {
    try {
      return typeof scope === 'object' && scope !== null ? { ...scope } : undefined;
    } catch (error) {
      failed('recorder', 'read', error);
      return undefined;
    }
  }

  function take(name: unknown, data: unknown, place: Place): void {
    const declared = declaredAs(name);
    if (declared) pipeline.take(declared, data, place);
  }

  function observe(observation: unknown, place: Place): void {
    const isObject = typeof observation === 'object' && observation !== null;
    const declared = declaredAs(isObject ? ownValue(observation, 'type') : undefined);
    if (!isObject || !declared) return;
    const operationId = place.operationId ?? observedId(declared, observation);
    pipeline.take(declared, observation, { ...place, operationId }, 'type');
  }

  /** By what both ends say; a start that says nothing has a lifetime all the same. */
  function observedId({ operation }: DeclaredEvent, observation: object): string | undefined {
    if (operation === undefined) return undefined;
    const id = operation.id === undefined ? undefined : ownValue(observation, operation.id);
    if (typeof id === 'string' && id !== '') return id;
    return operation.end === 'started' ? newOperationId() : undefined;
  }

  function declaredAs(name: unknown): DeclaredEvent | undefined {
    const declared = typeof name === 'string' ? schema.events.get(name) : undefined;
    if (declared === undefined) failed('recorder', 'map', unknownName(name, schema.name));
    return declared;
  }

  function failed(source: string, stage: CaptureStage, error: unknown): void {
    failureCount += 1;
    if (isTelling || failureEvent === undefined || mode() === 'off') return;
    isTelling = true;
    try {
      const notice = failures.notice(source, stage, error);
      if (notice) pipeline.tell(failureEvent, notice, ['source', 'stage', 'suppressed']);
    } catch {
      // It is counted; there is nobody else to tell.
    }
    isTelling = false;
  }

  /** Recording never stops what it tells of. */
  function quietly(task: () => void): void {
    if (mode() === 'off') return;
    try {
      task();
    } catch (error) {
      failed('recorder', 'read', error);
    }
  }

  function newOperationId(): string {
    return `${idPrefix}-${(++ids).toString(36)}`;
  }
}

function unknownName(name: unknown, schema: string): TypeError {
  const said = typeof name === 'string' ? `"${name}"` : `a name of type ${typeof name}`;
  return new TypeError(
    `${schema} has no event ${said}. Declare it, or record under a name it has.`,
  );
}

/** A recorder without the types that tie a name to its payload. */
interface UntypedRecorder {
  readonly mode: CaptureMode;
  readonly enabled: boolean;
  record(name: unknown, data: unknown, scope?: Scope): void;
  begin(operation: string, data: unknown, scope?: Scope): UntypedOperation;
  observe(observation: unknown, scope?: Scope): void;
  failed(source: string, stage: CaptureStage, error: unknown): void;
}

interface UntypedOperation {
  readonly operationId: string;
  complete(data: unknown, scope?: Scope): void;
}
