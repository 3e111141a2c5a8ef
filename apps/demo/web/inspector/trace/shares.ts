import { kindOf } from './marks.js';
import { endOf, lastSignOf, type ScopedTrace } from './scope.js';
import type { TraceOperation } from '../../../wire/trace.js';

/** Somebody was asked. */
export interface Wait {
  operation: TraceOperation;
  ms: number;
  /** Nobody has answered yet. */
  isOpen: boolean;
}

/** Where the time went, in milliseconds. What happened side by side is counted once. */
export interface Shares {
  waitingMs: number;
  modelMs: number;
  /** Without the waiting. */
  toolsMs: number;
  waits: Wait[];
}

type Span = [from: number, until: number];

/** What the time of a scope was spent on. */
export function sharesOf({ operations }: ScopedTrace, readAt: number): Shares {
  const spans: Record<'model' | 'tool' | 'approval', Span[]> = {
    model: [],
    tool: [],
    approval: [],
  };
  const waits: Wait[] = [];
  for (const root of operations) visit(root, lastSignOf(root, readAt));
  const waitingMs = covered(spans.approval);
  return {
    waitingMs,
    modelMs: covered(spans.model),
    toolsMs: covered([...spans.tool, ...spans.approval]) - waitingMs,
    waits,
  };

  function visit(operation: TraceOperation, alive: number): void {
    const kind = kindOf(operation);
    const { startedAt, missing } = operation;
    const until = endOf(operation, alive);
    if (kind === 'model' || kind === 'tool' || kind === 'approval') {
      spans[kind].push([startedAt, until]);
    }
    if (kind === 'approval') {
      waits.push({ operation, ms: until - startedAt, isOpen: missing === 'open' });
    }
    for (const child of operation.children) visit(child, alive);
  }
}

function covered(spans: Span[]): number {
  let sum = 0;
  let reached = -Infinity;
  for (const [from, until] of spans.sort(([a], [b]) => a - b)) {
    sum += Math.max(0, until - Math.max(from, reached));
    reached = Math.max(reached, until);
  }
  return sum;
}
