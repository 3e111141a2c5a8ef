import type { DeclaredEvent, TraceSchema } from '@loop/events/trace';
import type { TraceRecord } from '../record/envelope.js';

/** What reading needs of a schema; any schema will do. */
export type Vocabulary = Pick<TraceSchema<never>, 'events' | 'aliases'>;

/** Which end of which operation a record is. */
export interface OperationEnd {
  /** Root of the two names. */
  name: string;
  end: 'started' | 'completed';
  operationId: string;
}

/** An earlier or a business name as it is today; any other name as it is. */
export function nameOfToday(name: string, vocabulary: Vocabulary | undefined): string {
  return vocabulary?.aliases.get(name) ?? name;
}

/**
 * The end of an operation that a record is; `undefined` for a point, and for an end that does not
 * say of what. A name that the vocabulary does not know is taken by its last word: a newer version
 * may have written it.
 */
export function operationEndOf(
  record: TraceRecord,
  vocabulary: Vocabulary | undefined,
): OperationEnd | undefined {
  const name = nameOfToday(record.name, vocabulary);
  const declared = vocabulary?.events.get(name);
  const operation = declared ? declared.operation : endByName(name);
  if (!operation) return undefined;
  const operationId = record.operationId ?? ownId(record, operation);
  if (operationId === undefined) return undefined;
  return { name: operation.name, end: operation.end, operationId };
}

function endByName(name: string): DeclaredEvent['operation'] {
  const [, root, end] = /^(.+)\.(started|completed)$/.exec(name) ?? [];
  if (root === undefined) return undefined;
  return { name: root, end: end === 'started' ? 'started' : 'completed' };
}

/** Older records carry the lifetime's id in their payload only. */
function ownId({ data }: TraceRecord, { id }: { id?: string }): string | undefined {
  const value = id === undefined ? undefined : data[id];
  return typeof value === 'string' ? value : undefined;
}
