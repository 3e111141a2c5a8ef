import type { OperationNode } from '../read/operation-node.js';
import type { ReadRecord } from '../read/read-item.js';
import type { SegmentLine } from '../record/envelope.js';
import type { Vocabulary } from '../read/vocabulary.js';

/** How much of a recording leaves it. */
export interface ExportOptions {
  /** Knows which fields of an event are metadata; without it there is none. */
  schema?: Vocabulary | undefined;
  /** Whether the process that wrote a segment still writes. @default none does */
  isLive?: ((segment: SegmentLine) => boolean) | undefined;
  /** Payloads go out whole. @default false: their metadata fields only */
  content?: boolean | undefined;
  /** What the caller's vocabulary can say of an operation. @default nothing */
  describe?: ((node: OperationNode) => Description | undefined) | undefined;
}

/** Of an operation, what only its vocabulary knows. */
export interface Description {
  /** Shown instead of its name: `tool bash`. */
  label?: string | undefined;
  /** It asks a service elsewhere, and waits for the answer. */
  isRemote?: boolean | undefined;
  /** Further attributes, under their own names. Never content, unless it was asked for. */
  attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** Of a record's payload, what may go out. */
export function fieldsOf(
  record: ReadRecord,
  { schema, content = false }: ExportOptions,
): Record<string, unknown> {
  if (content) return record.data;
  const listed = schema?.events.get(record.name)?.metadata ?? [];
  return Object.fromEntries(
    listed
      .filter((name) => Object.hasOwn(record.data, name))
      .map((name) => [name, record.data[name]]),
  );
}

/** What is known of an operation beside its payloads. Missing things have no key. */
export function factsOf(node: OperationNode): Record<string, string | number | boolean> {
  const { operationId, runId, parentOperationId, isParentMissing, status, missing } = node;
  return {
    operationId,
    ...(runId === undefined ? {} : { runId }),
    ...(parentOperationId === undefined ? {} : { parentOperationId }),
    ...(isParentMissing ? { parentMissing: true } : {}),
    ...(status === 'complete' ? {} : { [status]: true }),
    ...(missing === undefined ? {} : { missing }),
    outcome: node.outcome,
    ...(node.error === undefined ? {} : { error: node.error }),
    ...(node.started ? { startedSeq: node.started.seq } : {}),
    ...(node.completed ? { completedSeq: node.completed.seq } : {}),
  };
}
