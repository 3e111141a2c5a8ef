import './trace.css';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { InspectorProps } from '../inspector.js';
import { Tree } from '../tree.js';
import { useSampled } from '../use-sampled.js';
import { Details } from './details.js';
import { RecordingFacts } from './recording-facts.js';
import { rowsOf, UNFILTERED, type Filter } from './rows.js';
import { scopedTo, type Scope } from './scope.js';
import { TimeShares } from './time-shares.js';
import type { Trace, TraceOperation } from '../../../wire/trace.js';
import { TraceHead } from './trace-head.js';
import { useTrace } from './use-trace.js';
import { Waterfall } from './waterfall.js';

/** Runs that are read at first, and at a time. */
const RUNS = 5;
const SAMPLE_MS = 200;

/** What was recorded of the session: when it did what, for how long, and how that ended. */
export function TraceTab({ sessionId, store }: InspectorProps): VNode {
  const [runs, setRuns] = useState(RUNS);
  const { state, messageCount } = useSampled(store, SAMPLE_MS).view;
  const { run, pendingApprovals } = state;
  const { trace, problem } = useTrace({
    ...{ sessionId, runs },
    since: [run.status, messageCount, ...pendingApprovals.map((it) => it.approvalId)].join(' '),
    isActive: run.status !== 'idle',
  });
  return (
    <>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {!trace && !problem && <p role="status">Reading the recording …</p>}
      {trace && trace.runs.total === 0 && (
        <p role="status">
          {trace.mode === 'off'
            ? 'Nothing is recorded: this server records no sessions.'
            : 'No run of this session is recorded. The next one will be.'}
        </p>
      )}
      {trace && trace.operations.length > 0 && (
        <TraceView trace={trace} onEarlier={() => setRuns(Math.min(runs + RUNS, 100))} />
      )}
      {trace && <RecordingFacts trace={trace} sessionId={sessionId} />}
    </>
  );
}

function TraceView({ trace, onEarlier }: { trace: Trace; onEarlier: () => void }): VNode {
  const [scope, setScope] = useState<Scope>('latest');
  const [filter, setFilter] = useState<Filter>(UNFILTERED);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [selectedId, setSelected] = useState<string>();
  const { readAt } = trace;
  const scoped = scopedTo(trace, scope);
  const rows = rowsOf(scoped, { filter, folded, readAt });
  const byId = operationsById(trace.operations);
  const selected = byId.get(selectedId ?? '');
  const select = ({ id }: TraceOperation): void => setSelected(id);
  const close = (): void => setSelected(undefined);

  return (
    <div
      class="trace"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !selected) return;
        // The next one leaves the inspector.
        event.preventDefault();
        close();
      }}
    >
      <TraceHead {...{ trace, scope, filter, onEarlier }} onScope={setScope} onFilter={setFilter} />
      <TimeShares scoped={scoped} readAt={readAt} onSelect={select} />
      {rows.length === 0 && <p role="status">No operation is like that.</p>}
      {rows.length > 0 && (
        <Waterfall
          {...{ rows, scoped, selectedId }}
          onSelect={select}
          onFold={(id) => setFolded(toggled(folded, id))}
        />
      )}
      {selected && (
        <Details
          operation={selected}
          parent={parentOf(selected, byId)}
          onSelect={select}
          onZoom={selected.name === 'run' ? () => setScope({ id: selected.id }) : undefined}
          onClose={close}
        />
      )}
      {scope === 'all' && trace.points.length > 0 && (
        <div class="tree">
          <Tree name="Events outside of operations" value={trace.points} />
        </div>
      )}
    </div>
  );
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

function operationsById(operations: readonly TraceOperation[]): Map<string, TraceOperation> {
  const byId = new Map<string, TraceOperation>();
  const add = (operation: TraceOperation): void => {
    byId.set(operation.id, operation);
    operation.children.forEach(add);
  };
  operations.forEach(add);
  return byId;
}

function parentOf(
  operation: TraceOperation,
  byId: ReadonlyMap<string, TraceOperation>,
): TraceOperation | undefined {
  return [...byId.values()].find(({ children }) => children.includes(operation));
}
