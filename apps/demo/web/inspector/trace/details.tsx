import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { visible } from '../../shared/visible.js';
import { Facts, type Fact } from '../facts.js';
import { formatCount, formatDuration, formatTime } from '../format.js';
import { Tree } from '../tree.js';
import { markOf, whyNoEnd } from './marks.js';
import { omissionsIn } from './omissions.js';
import type { TraceEnd, TraceOperation } from '../../../wire/trace.js';

interface DetailsProps {
  operation: TraceOperation;
  /** `undefined` where it is not in this trace, or there is none. */
  parent: TraceOperation | undefined;
  onSelect: (operation: TraceOperation) => void;
  /** Of a run: looks at nothing else. */
  onZoom: (() => void) | undefined;
  onClose: () => void;
}

/** Everything that was recorded of one operation. */
export function Details({ operation, parent, onSelect, onZoom, onClose }: DetailsProps): VNode {
  const label = visible(operation.label);
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [operation.id]);
  const { started, completed, points } = operation;
  return (
    <section class="trace-details" ref={section} aria-label={`Details of ${label}`}>
      <div class="trace-details-head">
        {onZoom && (
          <button type="button" onClick={onZoom}>
            Only this run
          </button>
        )}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <Facts
        title={label}
        facts={[
          ...endFacts(operation),
          ['Lies in', parentWords(operation, parent, onSelect)],
          ...idFacts(operation),
          ...noteFacts([started, completed, ...points]),
        ]}
      />
      <div class="tree" key={operation.id}>
        {started && <Tree name="started" value={started.data} isOpen />}
        {completed && <Tree name="completed" value={completed.data} isOpen />}
        {points.map((point) => (
          <Tree
            key={point.seq}
            name={`${formatTime(point.at, { withMs: true })} ${point.name}`}
            value={point.data}
          />
        ))}
      </div>
    </section>
  );
}

function endFacts(operation: TraceOperation): Fact[] {
  const { word } = markOf(operation);
  const { status, error, startedAt, durationMs, tokens, pieces } = operation;
  const exactly = (at: number): string => formatTime(at, { withMs: true });
  const name = operation.name === 'approval' ? 'Waited' : 'Took';
  return [
    ['Outcome', `${word}${status === 'orphaned' ? ', its start was not recorded' : ''}`],
    ['No end', status === 'incomplete' ? `because ${whyNoEnd(operation)}` : undefined],
    ['Error', error === undefined ? undefined : visible(error)],
    ['Began', operation.started && exactly(startedAt)],
    ['Ended', operation.completed && exactly(operation.completed.at)],
    [
      name,
      durationMs === undefined
        ? undefined
        : `${formatDuration(durationMs)} (${formatCount(Math.round(durationMs))} ms)`,
    ],
    ['Tokens', tokens && `${formatCount(tokens.input)} in, ${formatCount(tokens.output)} out`],
    ['Stream', pieces === undefined ? undefined : `${formatCount(pieces)} pieces, not shown here`],
  ];
}

function parentWords(
  { parentOperationId, parentMissing }: TraceOperation,
  parent: TraceOperation | undefined,
  onSelect: (operation: TraceOperation) => void,
): VNode | string | undefined {
  if (parent) {
    return (
      <button type="button" onClick={() => onSelect(parent)}>
        {visible(parent.label)}
      </button>
    );
  }
  if (parentOperationId === undefined) return undefined;
  const why = parentMissing ? ', of which nothing was recorded' : ', which is not shown';
  return visible(parentOperationId) + why;
}

function idFacts({ operationId, runId, started, completed }: TraceOperation): Fact[] {
  const numbers = [started, completed].flatMap((end) => (end ? [formatCount(end.seq)] : []));
  return [
    ['Operation', <code>{visible(operationId)}</code>],
    [
      'Run',
      runId !== undefined && runId !== operationId ? <code>{visible(runId)}</code> : undefined,
    ],
    ['Records', numbers.join(' and ')],
  ];
}

/** What is not there, and why. */
function noteFacts(ends: readonly (TraceEnd | undefined)[]): Fact[] {
  const redacted = ends.reduce((sum, end) => sum + (end?.redacted ?? 0), 0);
  const omissions = omissionsIn(ends.map((end) => end?.data));
  return [
    [
      'Redacted',
      redacted > 0
        ? `${formatCount(redacted)}: what looked like a credential was replaced before it was written`
        : undefined,
    ],
    ['Left out', omissions.length > 0 ? omissions.join('; ') : undefined],
  ];
}
