import type { CaptureMode, Recorder, Scope, TraceEvents } from '@loop/events/trace';

/** What a recorder was told. */
export interface Told {
  name: string;
  data: Record<string, unknown>;
  runId?: string | null | undefined;
  operationId?: string | undefined;
  parentOperationId?: string | undefined;
  original?: string | undefined;
}

/** A recorder that keeps everything, as it was passed. */
export interface MemoryRecorder extends Recorder<TraceEvents> {
  readonly told: readonly Told[];
  named(name: string): Told[];
}

export function memoryRecorder(mode: CaptureMode = 'content'): MemoryRecorder {
  const told: Told[] = [];
  let ids = 0;
  const keep = (name: string, data: object, scope: Scope = {}): void => {
    const copy = JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
    told.push({ name, data: copy, ...scope });
  };
  const untyped = {
    mode,
    enabled: mode !== 'off',
    told,
    named: (name: string) => told.filter((record) => record.name === name),
    record: keep,
    begin(operation: string, data: object, scope: Scope = {}) {
      const operationId = scope.operationId ?? `op-${++ids}`;
      const own = { ...scope, operationId };
      keep(`${operation}.started`, data, own);
      return {
        operationId,
        complete: (end: object, endScope: Scope = {}) =>
          keep(`${operation}.completed`, end, { ...own, ...endScope }),
      };
    },
    observe({ type, ...data }: { type: string }, scope: Scope = {}) {
      keep(type, data, scope);
    },
    failed(source: string, stage: string, error: unknown) {
      keep('trace.capture.failed', { source, stage, errorMessage: String(error) });
    },
  };
  return untyped as unknown as MemoryRecorder;
}
