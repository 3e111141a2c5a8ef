import { traceSchema } from './catalogue.js';
import type { Lifetimes } from './lifetimes.js';
import type { ModelRequest, TraceEvents } from './payloads.js';
import type { Operation, Recorder, Scope } from './recorder.js';

/** A recorder that knows where a session is, and which call of its model streams. */
export interface SessionRecorder {
  recorder: Recorder<TraceEvents>;
  /** Operation id of the model request whose answer streams now, if the host has begun one. */
  readonly streaming: string | undefined;
}

/**
 * Puts what a host records into the run that is active: points carry it, operations lie in it, and
 * a model request for a compaction in that compaction.
 */
export function sessionRecorder(
  session: { readonly activeRunId: string | null },
  recorder: Recorder<TraceEvents>,
  lifetimes: Lifetimes,
): SessionRecorder {
  let streaming: string | undefined;
  const untyped = recorder as unknown as UntypedRecorder;

  function inRun(scope: Scope = {}): Scope {
    return { ...scope, runId: scope.runId === undefined ? session.activeRunId : scope.runId };
  }

  function inOperation(scope: Scope | undefined, wider?: string): Scope {
    const at = inRun(scope);
    return { ...at, parentOperationId: at.parentOperationId ?? wider ?? at.runId ?? undefined };
  }

  function begin(operation: string, data: object, scope?: Scope): UntypedOperation {
    if (operation !== 'model.request') return untyped.begin(operation, data, inOperation(scope));
    const { purpose } = data as ModelRequest;
    const wider = purpose === 'compaction' ? lifetimes.compaction : undefined;
    const begun = untyped.begin(operation, data, inOperation(scope, wider));
    const { operationId } = begun;
    if (purpose === 'main') streaming = operationId;
    return {
      operationId,
      complete(end, endScope) {
        if (streaming === operationId) streaming = undefined;
        begun.complete(end, endScope);
      },
    };
  }

  const own: UntypedRecorder = {
    get mode() {
      return recorder.mode;
    },
    get enabled() {
      return recorder.enabled;
    },
    record: (name, data, scope) => untyped.record(name, data, inRun(scope)),
    begin,
    observe(observation, scope) {
      const isStart = traceSchema.events.get(observation.type)?.operation?.end === 'started';
      untyped.observe(observation, isStart ? inOperation(scope) : inRun(scope));
    },
    failed: (source, stage, error) => recorder.failed(source, stage, error),
  };
  return {
    recorder: own as unknown as Recorder<TraceEvents>,
    get streaming() {
      return streaming;
    },
  };
}

/** A recorder without the types that tie a name to its payload: what is passed on was checked. */
interface UntypedRecorder extends Pick<Recorder<TraceEvents>, 'mode' | 'enabled' | 'failed'> {
  record(name: string, data: object, scope?: Scope): void;
  begin(operation: string, data: object, scope?: Scope): UntypedOperation;
  observe(observation: { type: string }, scope?: Scope): void;
}

interface UntypedOperation extends Pick<Operation<TraceEvents, never>, 'operationId'> {
  complete(data: object, scope?: Scope): void;
}
