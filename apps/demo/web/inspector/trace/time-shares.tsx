import type { VNode } from 'preact';
import { visible } from '../../shared/visible.js';
import { Facts } from '../facts.js';
import { formatCount, formatDuration } from '../format.js';
import { markOf } from './marks.js';
import type { ScopedTrace } from './scope.js';
import { sharesOf, type Wait } from './shares.js';
import type { TraceOperation } from '../../../wire/trace.js';

interface SharesProps {
  scoped: ScopedTrace;
  readAt: number;
  onSelect: (operation: TraceOperation) => void;
}

const MAX_WAITS = 6;

/** Where the time went; first of all, how long anything waited for somebody's approval. */
export function TimeShares({ scoped, readAt, onSelect }: SharesProps): VNode {
  const { waitingMs, modelMs, toolsMs, waits } = sharesOf(scoped, readAt);
  const rest = waits.length - MAX_WAITS;
  return (
    <Facts
      title="Where the time went"
      facts={[
        [
          'Waited for approval',
          waits.length === 0 ? (
            'not at all'
          ) : (
            <>
              {formatDuration(waitingMs)}
              <ul class="trace-waits">
                {waits.slice(0, MAX_WAITS).map((wait) => (
                  <li key={wait.operation.id}>
                    <button type="button" onClick={() => onSelect(wait.operation)}>
                      {waitWords(wait)}
                    </button>
                  </li>
                ))}
                {rest > 0 && <li>{`and ${formatCount(rest)} more, below`}</li>}
              </ul>
            </>
          ),
        ],
        ['Model', formatDuration(modelMs)],
        ['Tools', formatDuration(toolsMs)],
        ['In all', formatDuration(scoped.until - scoped.from)],
      ]}
    />
  );
}

/** "shell waited 8.2 s: allowed by user". */
function waitWords({ operation, ms, isOpen }: Wait): string {
  const { toolName, outcome, by } = {
    ...fieldsOf(operation.started?.data),
    ...fieldsOf(operation.completed?.data),
  };
  const what = visible(textOf(toolName) ?? operation.label);
  if (isOpen) return `${what} waits, ${formatDuration(ms)} so far`;
  const how = textOf(outcome) ?? markOf(operation).word;
  const who = textOf(by);
  return visible(`${what} waited ${formatDuration(ms)}: ${how}${who ? ` by ${who}` : ''}`);
}

function fieldsOf(data: unknown): { toolName?: unknown; outcome?: unknown; by?: unknown } {
  return typeof data === 'object' && data !== null ? data : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
