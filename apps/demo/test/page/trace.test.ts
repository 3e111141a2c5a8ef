import { describe, expect, it } from 'vitest';
import { axisTicks } from '../../web/inspector/trace/axis.js';
import { markOf } from '../../web/inspector/trace/marks.js';
import { omissionsIn } from '../../web/inspector/trace/omissions.js';
import { rowAfter } from '../../web/inspector/trace/row-keys.js';
import { rowsOf, UNFILTERED, type Filter, type Row } from '../../web/inspector/trace/rows.js';
import { scopedTo } from '../../web/inspector/trace/scope.js';
import { sharesOf } from '../../web/inspector/trace/shares.js';
import type { Trace, TraceOperation } from '../../wire/trace.js';

function operation(id: string, facts: Partial<TraceOperation> = {}): TraceOperation {
  const [name = id] = id.split('-');
  return {
    ...{ id, operationId: id, name, label: name, status: 'complete', outcome: 'ok' },
    ...{ startedAt: 0, durationMs: 100, points: [], children: [], ...facts },
  };
}

function traceOf(...operations: TraceOperation[]): Trace {
  const runs = { shown: 1, total: 1 };
  const recording = { segments: 1, bytes: 1, damaged: false };
  const cut = { operations: 0, points: 0 };
  return {
    mode: 'metadata',
    operations,
    points: [],
    problems: [],
    recording,
    runs,
    cut,
    readAt: 1_000,
  };
}

const asked = operation('approval-1', { startedAt: 10, durationMs: 60, label: 'approval shell' });
const tool = operation('tool-1', { startedAt: 10, durationMs: 80, children: [asked] });
const model = operation('model.request-1', { durationMs: 10 });
const earlier = operation('run-1', { runId: 'run-1', outcome: 'error', error: 'no disk' });
const run = operation('run-2', { runId: 'run-2', startedAt: 0, children: [model, tool] });
const saved = operation('session.save-1', { runId: 'run-2', startedAt: 100, durationMs: 20 });

function ids(trace: Trace, filter: Partial<Filter> = {}, folded: string[] = []): string[] {
  const options = {
    filter: { ...UNFILTERED, ...filter },
    folded: new Set(folded),
    readAt: trace.readAt,
  };
  return rowsOf(scopedTo(trace, 'all'), options).map(({ operation: { id } }) => id);
}

describe('a scope', () => {
  const trace = traceOf(earlier, run, saved);

  it('is the latest run with what its host did, one run, or everything', () => {
    expect(scopedTo(trace, 'latest')).toEqual({ operations: [run, saved], from: 0, until: 120 });
    expect(scopedTo(trace, { id: 'run-1' }).operations).toEqual([earlier]);
    expect(scopedTo(trace, { id: 'gone' }).operations).toEqual([run, saved]);
    expect(scopedTo(trace, 'all').operations).toEqual([earlier, run, saved]);
  });

  it('without a run is everything', () => {
    expect(scopedTo(traceOf(saved), 'latest').operations).toEqual([saved]);
  });

  it('lasts until now where something is open, else until the last sign of life', () => {
    const open = { status: 'incomplete', missing: 'open' } as const;
    const crashed = { status: 'incomplete', missing: 'crashed', durationMs: 0 } as const;
    expect(scopedTo(traceOf(operation('run', open)), 'all').until).toBe(1_000);
    const died = operation('run', {
      ...crashed,
      children: [operation('tool', { ...crashed, startedAt: 30 }), model],
      points: [{ name: 'message.completed', seq: 1, at: 70, data: {} }],
    });
    const scoped = scopedTo(traceOf(died), 'all');
    expect(scoped.until).toBe(70);
    const rows = rowsOf(scoped, { filter: UNFILTERED, folded: new Set(), readAt: 1_000 });
    expect(rows.map(({ end }) => end)).toEqual([70, 70, 10]);
  });
});

describe('rows', () => {
  const trace = traceOf(earlier, run);

  it('are parents before what lies in them, without what is folded', () => {
    expect(ids(trace)).toEqual(['run-1', 'run-2', 'model.request-1', 'tool-1', 'approval-1']);
    expect(ids(trace, {}, ['tool-1'])).not.toContain('approval-1');
    expect(ids(trace, {}, ['run-2'])).toEqual(['run-1', 'run-2']);
  });

  it('that match are shown with what they lie in', () => {
    expect(ids(trace, { text: ' SHELL' })).toEqual(['run-2', 'tool-1', 'approval-1']);
    expect(ids(trace, { text: 'no disk' })).toEqual(['run-1']);
    expect(ids(trace, { outcome: 'failed' })).toEqual(['run-1']);
    expect(ids(trace, { outcome: 'approvals' })).toEqual(['run-2', 'tool-1', 'approval-1']);
    expect(ids(trace, { outcome: 'endless' })).toEqual([]);
  });

  it('say of what was denied that it was, and not that it failed', () => {
    const completed = { seq: 1, at: 70, data: { outcome: 'denied' } };
    const denied = operation('approval-1', { outcome: 'cancelled', completed });
    const gated = operation('tool-1', { outcome: 'error', children: [denied] });
    expect([denied, gated].map((it) => markOf(it).word)).toEqual(['denied', 'denied']);
    expect(markOf({ ...denied, completed: { ...completed, data: {} } }).word).toBe('cancelled');
    expect(ids(traceOf(gated), { outcome: 'denied' })).toEqual(['tool-1', 'approval-1']);
    expect(ids(traceOf(gated), { outcome: 'failed' })).toEqual([]);
  });

  it('hold saves that went well only where somebody asks for them', () => {
    const failed = operation('session.save-2', { outcome: 'error' });
    const all = traceOf(run, saved, failed);
    expect(ids(all).filter((id) => id.startsWith('session'))).toEqual(['session.save-2']);
    expect(ids(all, { saves: true })).toContain('session.save-1');
    expect(ids(all, { text: 'save' })).toEqual(['session.save-1', 'session.save-2']);
  });

  it('are gone through with keys as a tree is', () => {
    const options = { filter: UNFILTERED, folded: new Set<string>(), readAt: 0 };
    const rows = rowsOf(scopedTo(trace, 'all'), options);
    const at = (key: string, position: number): unknown => {
      const step = rowAfter(key, rows, position);
      return typeof step === 'object' ? step.operation.id : step;
    };
    expect(at('ArrowDown', 0)).toBe('run-2');
    expect(at('ArrowUp', 0)).toBe('run-1');
    expect(at('End', 0)).toBe('approval-1');
    expect(at('Home', 4)).toBe('run-1');
    expect(at('ArrowRight', 3)).toBe('approval-1');
    expect(at('ArrowRight', 0)).toBe('run-1');
    expect(at('ArrowLeft', 4)).toBe('tool-1');
    expect(at('ArrowLeft', 3)).toBe('fold');
    expect(at('Enter', 3)).toBe('select');
    expect(at('x', 3)).toBeUndefined();
    const folded = rows.map((row): Row => ({ ...row, isExpanded: false }));
    expect(rowAfter('ArrowRight', folded, 1)).toBe('fold');
  });
});

describe('time', () => {
  it('is shared out: waiting is no work of the tool that waits', () => {
    const shares = sharesOf(scopedTo(traceOf(run), 'all'), 1_000);
    expect(shares).toMatchObject({ waitingMs: 60, modelMs: 10, toolsMs: 20 });
    expect(shares.waits).toEqual([{ operation: asked, ms: 60, isOpen: false }]);
  });

  it('of things side by side counts once, and goes on in what is open', () => {
    const open = operation('approval', { startedAt: 400, status: 'incomplete', missing: 'open' });
    const both = traceOf(operation('run', { children: [tool, { ...tool, startedAt: 50 }, open] }));
    const shares = sharesOf(scopedTo(both, 'all'), 1_000);
    expect(shares.waits.at(-1)).toMatchObject({ ms: 600, isOpen: true });
    expect(shares).toMatchObject({ waitingMs: 660, toolsMs: 60 });
  });

  it.each([
    [1, ['0']],
    [950, ['0', '200 ms', '400 ms', '600 ms', '800 ms']],
    [4_300, ['0', '1.0 s', '2.0 s', '3.0 s']],
    [14_000, ['0', '5.0 s', '10 s']],
    [600_000, ['0', '2 min', '4 min', '6 min', '8 min']],
    [86_400_000, ['0', '480 min', '960 min']],
  ])('an axis of %d ms has round marks', (span, labels) => {
    const ticks = axisTicks(span);
    expect(ticks.map(({ label }) => label)).toEqual(labels);
    expect(Math.max(...ticks.map(({ at }) => at))).toBeLessThan(0.9);
  });
});

it('says why values were left out, and how many', () => {
  const mode = { $omitted: { reason: 'mode', size: 3 } };
  const payload = [
    { a: mode, b: [mode, { $omitted: { reason: 'size' } }] },
    { $omitted: 'a text' },
  ];
  expect(omissionsIn(payload)).toEqual([
    '2: the mode keeps no content; LOOP_TRACE=content does',
    '1: too large for a recording',
  ]);
  expect(omissionsIn([{ $omitted: { reason: '__proto__' } }])).toEqual(['1: __proto__']);
});
