import type { CompletedEvent, Lifetime, StartedEvent } from './mapping.js';
import type { TraceEvents } from './payloads.js';
import type { Operation, Recorder, Scope } from './recorder.js';

interface Open {
  begun: Operation<TraceEvents, Lifetime>;
  runId: string | null;
}

/**
 * The operations of a session that have begun and not ended. Ends find their start by the id that
 * both events carry; an end whose start nobody saw is recorded as it came, alone.
 */
export class Lifetimes {
  readonly #recorder: Recorder<TraceEvents>;
  readonly #open = new Map<string, Open>();

  constructor(recorder: Recorder<TraceEvents>) {
    this.#recorder = recorder;
  }

  /** Operation id of a tool call that is under way, nested or not. */
  ofCall(toolCallId: string): string | undefined {
    return this.#idOf('tool.nested', toolCallId) ?? this.#idOf('tool', toolCallId);
  }

  /** Operation id of the compaction that is under way. */
  get compaction(): string | undefined {
    return this.#idOf('compaction', 'compaction');
  }

  begin({ operation, key, data, within }: StartedEvent, runId: string | null, scope: Scope): void {
    const enclosing = within === undefined ? undefined : this.ofCall(within);
    const parentOperationId = enclosing ?? runId ?? undefined;
    const begin = this.#recorder.begin as Begin;
    const begun = begin(operation, data, { ...scope, runId, parentOperationId });
    this.#open.set(keyOf(operation, key), { begun, runId });
  }

  complete({ operation, key, data }: CompletedEvent, runId: string | null, scope: Scope): void {
    const begun = this.#open.get(keyOf(operation, key))?.begun;
    this.#open.delete(keyOf(operation, key));
    if (begun) return (begun.complete as Complete)(data, scope);
    const recordEnd = this.#recorder.record as RecordEnd;
    recordEnd(`${operation}.completed`, data, { ...scope, runId, operationId: key });
  }

  /** The run is over: what it left open has no end, and its ids may come again. */
  forget(runId: string): void {
    for (const [key, open] of this.#open) {
      if (open.runId === runId) this.#open.delete(key);
    }
  }

  #idOf(operation: Lifetime, key: string): string | undefined {
    return this.#open.get(keyOf(operation, key))?.begun.operationId;
  }
}

function keyOf(operation: Lifetime, key: string): string {
  return `${operation} ${key}`;
}

// Name and payload come out of the mapping together, so they fit. The recorder asks for one name,
// and no type tells it that a union of pairs is one pair at a time.
type Begin = (name: Lifetime, data: object, scope: Scope) => Operation<TraceEvents, Lifetime>;
type Complete = (data: object, scope: Scope) => void;
type RecordEnd = (name: string, data: object, scope: Scope & { operationId: string }) => void;
