import './waterfall.css';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.js';
import { axisTicks } from './axis.js';
import { rowAfter } from './row-keys.js';
import type { Row } from './rows.js';
import type { ScopedTrace } from './scope.js';
import type { TraceOperation } from '../../../wire/trace.js';
import { WaterfallRow } from './waterfall-row.js';

interface WaterfallProps {
  rows: readonly Row[];
  scoped: ScopedTrace;
  selectedId: string | undefined;
  onSelect: (operation: TraceOperation) => void;
  onFold: (id: string) => void;
}

/** Rows that are drawn at a time. */
const PAGE = 200;

/** Operations in each other, each with its bar; arrow keys go through them. */
export function Waterfall({ rows, scoped, ...props }: WaterfallProps): VNode {
  const [shown, setShown] = useState(PAGE);
  const [currentId, setCurrent] = useState<string>();
  const tree = useRef<HTMLDivElement>(null);
  const drawn = rows.slice(0, shown);
  const isThere = drawn.some(({ operation }) => operation.id === currentId);
  const current = isThere ? currentId : drawn[0]?.operation.id;
  const rest = rows.length - drawn.length;

  return (
    <div class="trace-waterfall">
      <div class="trace-axis" aria-hidden="true">
        <span class="trace-axis-track">
          {axisTicks(scoped.until - scoped.from).map(({ at, label }) => (
            <span key={label} style={{ left: `${at * 100}%` }}>
              {label}
            </span>
          ))}
        </span>
      </div>
      <div class="trace-rows" role="tree" aria-label="Operations" ref={tree} onKeyDown={onKeyDown}>
        {drawn.map((row) => (
          <WaterfallRow
            key={row.operation.id}
            row={row}
            scoped={scoped}
            isCurrent={row.operation.id === current}
            isSelected={row.operation.id === props.selectedId}
            onSelect={() => {
              setCurrent(row.operation.id);
              props.onSelect(row.operation);
            }}
            onFold={() => props.onFold(row.operation.id)}
          />
        ))}
      </div>
      {rest > 0 && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          {`${formatCount(Math.min(rest, PAGE))} more of ${formatCount(rest)}`}
        </button>
      )}
    </div>
  );

  function onKeyDown(event: KeyboardEvent): void {
    const at = drawn.findIndex(({ operation }) => operation.id === current);
    const row = drawn[at];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = rowAfter(event.key, drawn, at);
    if (!step) return;
    event.preventDefault();
    if (step === 'fold') props.onFold(row.operation.id);
    else if (step === 'select') props.onSelect(row.operation);
    else goTo(step);
  }

  function goTo({ operation: { id } }: Row): void {
    setCurrent(id);
    tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
  }
}
