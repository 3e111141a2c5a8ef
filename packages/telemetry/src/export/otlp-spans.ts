import type { OperationNode, OperationTree } from '../read/operation-node.js';
import type { ReadRecord } from '../read/read-item.js';
import { type Visit, walk } from '../read/walk.js';
import { attributesOf, type KeyValue } from './attributes.js';
import { DistinctIds } from './distinct-ids.js';
import { type ExportOptions, factsOf, fieldsOf } from './fields.js';
import { writerOf } from './lanes.js';
import type { Places } from './places.js';

/** {@link ExportOptions}, and what ids are made of. */
export interface OtlpOptions extends ExportOptions {
  /** SHA-256 of a text as lower-case hexadecimal: `node:crypto` on Node. */
  sha256: (text: string) => string;
}

/** A span of OTLP's JSON form: ids are hexadecimal, times are nanoseconds as strings. */
export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1: within the process. 3: it asks a service elsewhere. */
  kind: 1 | 3;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  events: OtlpEvent[];
  /** 1: its outcome says that it went well. 2: an error. Missing: unset. */
  status?: { code: 1 | 2; message?: string };
}

/** Something that happened in a span. */
export interface OtlpEvent {
  timeUnixNano: string;
  name: string;
  attributes: KeyValue[];
}

const INTERNAL = 1;
const CLIENT = 3;
const OK = 1;
const ERROR = 2;

/**
 * A recording's operations as OTLP spans; its own ids are no W3C ids, so that new ones are derived
 * and the real ones are `loop.*` attributes. What has no end ends with the last record that was
 * seen, because the format demands an end, is marked, and never a success. Events outside of every
 * operation are spans without length.
 */
export function* otlpSpans(
  tree: OperationTree,
  places: Places,
  options: OtlpOptions,
): Generator<OtlpSpan> {
  const { sha256 } = options;
  const ids = new DistinctIds();
  const spanIds = new Map<OperationNode, string>();

  for (const visit of walk(tree.roots)) {
    const spanId = idOf(ids.next(visit.node.operationId), 16);
    spanIds.set(visit.node, spanId);
    yield operationSpan(visit, spanId);
  }
  for (const record of tree.points) yield pointSpan(record);

  function operationSpan({ node, parent, root }: Visit, spanId: string): OtlpSpan {
    const { start, end: known } = places.span(node);
    const end = known ?? Math.max(start, places.last);
    const { label = node.name, isRemote = false, attributes = {} } = options.describe?.(node) ?? {};
    const parentSpanId = parent && spanIds.get(parent);
    return {
      traceId: traceIdOf(root.runId),
      spanId,
      ...(parentSpanId === undefined ? {} : { parentSpanId }),
      name: label || 'unknown',
      kind: isRemote ? CLIENT : INTERNAL,
      startTimeUnixNano: nanos(start),
      endTimeUnixNano: nanos(end),
      attributes: unique([
        ...attributesOf({ name: node.name, ...factsOf(node) }, 'loop.'),
        ...attributesOf({ writer: writerOf(node, places) || undefined }, 'loop.'),
        ...attributesOf({ ...dataOf(node.started), ...dataOf(node.completed) }, 'loop.data.'),
        ...attributesOf(attributes),
      ]),
      events: [...eventsOf(node, end)],
      ...(known === undefined ? {} : statusOf(node)),
    };
  }

  function pointSpan(record: ReadRecord): OtlpSpan {
    const time = nanos(places.at(record));
    return {
      traceId: traceIdOf(record.runId),
      spanId: idOf(`event:${record.eventId}`, 16),
      name: record.name,
      kind: INTERNAL,
      startTimeUnixNano: time,
      endTimeUnixNano: time,
      attributes: [
        ...attributesOf({ name: record.name, seq: record.seq, point: true }, 'loop.'),
        ...attributesOf({ runId: record.runId }, 'loop.'),
        ...attributesOf(dataOf(record), 'loop.data.'),
      ],
      events: [],
    };
  }

  function* eventsOf(node: OperationNode, end: number): Generator<OtlpEvent> {
    for (const record of [...node.points, ...node.extra]) {
      yield {
        timeUnixNano: nanos(places.at(record)),
        name: record.name,
        attributes: [
          ...attributesOf({ seq: record.seq }, 'loop.'),
          ...attributesOf(dataOf(record), 'loop.data.'),
        ],
      };
    }
    if (node.completed) return;
    const attributes = attributesOf({ missing: node.missing }, 'loop.');
    yield { timeUnixNano: nanos(end), name: 'incomplete', attributes };
  }

  function traceIdOf(runId: string | undefined): string {
    return idOf(runId === undefined ? `loop:session:${places.sessionId}` : `loop:run:${runId}`, 32);
  }

  /** All zeros are no id: the odds are nil, and the format forbids it. */
  function idOf(text: string, digits: number): string {
    const id = sha256(text).slice(0, digits);
    return /[^0]/.test(id) ? id : '1'.padStart(digits, '0');
  }

  function dataOf(record: ReadRecord | undefined): Record<string, unknown> {
    return record ? fieldsOf(record, options) : {};
  }
}

function statusOf(node: OperationNode): Pick<OtlpSpan, 'status'> {
  if (node.outcome === 'ok') return { status: { code: OK } };
  if (node.outcome !== 'error') return {};
  return { status: { code: ERROR, ...(node.error === undefined ? {} : { message: node.error }) } };
}

/** Microseconds as nanoseconds; a number could not hold them. */
function nanos(micros: number): string {
  return String(BigInt(micros) * 1000n);
}

/** The last of each key: a caller's attribute wins over ours. */
function unique(attributes: KeyValue[]): KeyValue[] {
  return [...new Map(attributes.map((attribute) => [attribute.key, attribute])).values()];
}
