import './waterfall-row.css';
import './track.css';
import type { VNode } from 'preact';
import { visible } from '../../shared/visible.js';
import { formatDuration } from '../format.js';
import { kindOf, markOf } from './marks.js';
import type { Row } from './rows.js';
import { endOf, type ScopedTrace } from './scope.js';
import type { TraceOperation } from '../../../wire/trace.js';
import { FoldIcon, KindIcon, MarkIcon } from './trace-icons.js';

interface WaterfallRowProps {
  row: Row;
  scoped: ScopedTrace;
  /** The one that the Tab key leads to. */
  isCurrent: boolean;
  isSelected: boolean;
  onSelect: () => void;
  onFold: () => void;
}

/** One operation: what it is, how it ended, how long it took, and when. */
export function WaterfallRow(props: WaterfallRowProps): VNode {
  const { row, scoped, isCurrent, isSelected } = props;
  const { operation, level, isExpanded } = row;
  const kind = kindOf(operation);
  const mark = markOf(operation);
  const label = visible(operation.label);
  const took = tookWords(row);
  return (
    <div
      class="trace-row"
      role="treeitem"
      aria-level={level}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-expanded={isExpanded}
      aria-selected={isSelected}
      tabIndex={isCurrent ? 0 : -1}
      data-id={operation.id}
      data-kind={kind}
      data-match={row.isMatch}
      onClick={props.onSelect}
    >
      <span class="trace-name" style={{ paddingLeft: `${Math.min(level - 1, 10) * 0.875}rem` }}>
        <span
          class="trace-fold"
          aria-hidden="true"
          onClick={(event) => {
            if (isExpanded === undefined) return;
            event.stopPropagation();
            props.onFold();
          }}
        >
          {isExpanded !== undefined && <FoldIcon isExpanded={isExpanded} />}
        </span>
        <KindIcon kind={kind} />
        <span class="trace-label">{label}</span>
        <span class="trace-mark" data-tone={mark.tone} title={mark.word}>
          <MarkIcon mark={mark} />
          <span class={mark.tone === 'good' ? 'visually-hidden' : undefined}>{mark.word}</span>
        </span>
      </span>
      <span class="trace-took">{took}</span>
      <Track row={row} scoped={scoped} />
    </div>
  );
}

/** "8.2 s", "waited 8.2 s", "4 s so far", "no end". */
function tookWords({ operation, end }: Row): string {
  const { missing, status, durationMs } = operation;
  const isApproval = operation.name === 'approval';
  if (missing === 'open') {
    const soFar = `${formatDuration(end - operation.startedAt)} so far`;
    return isApproval ? `waits, ${soFar}` : soFar;
  }
  if (status === 'incomplete') return 'no end';
  if (durationMs === undefined) return 'start lost';
  return isApproval ? `waited ${formatDuration(durationMs)}` : formatDuration(durationMs);
}

/** Percent: finer than anybody sees. */
const TICK_GRID = 0.5;

function Track({ row, scoped }: Pick<WaterfallRowProps, 'row' | 'scoped'>): VNode {
  const { operation, end } = row;
  const { tone } = markOf(operation);
  const ticks = new Set(
    operation.points.map(({ at }) => Math.round(percent(at, scoped) / TICK_GRID) * TICK_GRID),
  );
  return (
    <span class="trace-track" aria-hidden="true">
      <Bar
        className="trace-bar"
        from={operation.startedAt}
        until={end}
        scoped={scoped}
        tone={tone}
        isEndless={operation.status === 'incomplete'}
      />
      {waitsIn(operation).map((wait) => (
        <Bar
          key={wait.id}
          className="trace-wait"
          from={wait.startedAt}
          until={endOf(wait, end)}
          scoped={scoped}
        />
      ))}
      {[...ticks].map((left) => (
        <span key={left} class="trace-tick" style={{ left: `${left}%` }} />
      ))}
    </span>
  );
}

interface BarProps {
  className: string;
  from: number;
  until: number;
  scoped: ScopedTrace;
  tone?: string;
  isEndless?: boolean;
}

function Bar({ className, from, until, scoped, tone, isEndless }: BarProps): VNode {
  const left = percent(from, scoped);
  const width = Math.max(0, percent(until, scoped) - left);
  return (
    <span
      class={className}
      data-tone={tone}
      data-endless={isEndless}
      style={{ left: `${left}%`, width: `${width}%` }}
    />
  );
}

/** The waiting shows in what waits, too; an approval itself is nothing else. */
function waitsIn(operation: TraceOperation): TraceOperation[] {
  return operation.children.filter(({ name }) => name === 'approval');
}

function percent(at: number, { from, until }: ScopedTrace): number {
  const share = (at - from) / Math.max(until - from, 1);
  return Math.min(Math.max(share, 0), 1) * 100;
}
