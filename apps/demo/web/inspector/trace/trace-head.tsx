import type { VNode } from 'preact';
import type { Filter, Outcome } from './rows.js';
import { runsIn, runTitle, type Scope } from './scope.js';
import type { Trace } from '../../../wire/trace.js';

interface TraceHeadProps {
  trace: Trace;
  scope: Scope;
  onScope: (scope: Scope) => void;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** Reads more runs. */
  onEarlier: () => void;
}

const OUTCOMES: readonly [Outcome, string][] = [
  ['any', 'Any outcome'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
  ['denied', 'Denied'],
  ['endless', 'Without an end'],
  ['approvals', 'Approvals'],
];

/** What is looked at. */
export function TraceHead(props: TraceHeadProps): VNode {
  const { trace, scope, onScope, filter, onFilter } = props;
  const { shown, total } = trace.runs;
  return (
    <div class="trace-head">
      <select
        aria-label="What to look at"
        value={typeof scope === 'object' ? scope.id : scope}
        onChange={({ currentTarget: { value } }) =>
          onScope(value === 'latest' || value === 'all' ? value : { id: value })
        }
      >
        <option value="latest">Latest run</option>
        <option value="all">Everything</option>
        {runsIn(trace)
          .reverse()
          .map((run) => (
            <option key={run.id} value={run.id}>
              {`Run ${runTitle(run)}`}
            </option>
          ))}
      </select>
      {shown < total && (
        <button type="button" onClick={props.onEarlier}>
          {`Earlier runs (${shown} of ${total} shown)`}
        </button>
      )}
      <input
        type="search"
        aria-label="Find an operation"
        placeholder="Find"
        value={filter.text}
        onInput={({ currentTarget: { value } }) => onFilter({ ...filter, text: value })}
      />
      <select
        aria-label="Outcome"
        value={filter.outcome}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, outcome: value as Outcome })
        }
      >
        {OUTCOMES.map(([outcome, title]) => (
          <option key={outcome} value={outcome}>
            {title}
          </option>
        ))}
      </select>
      <label>
        <input
          type="checkbox"
          checked={filter.saves}
          onChange={({ currentTarget: { checked } }) => onFilter({ ...filter, saves: checked })}
        />
        Saves
      </label>
    </div>
  );
}
