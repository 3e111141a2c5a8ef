import { markOf } from './marks.js';
import { endOf, lastSignOf, type ScopedTrace } from './scope.js';
import type { TraceOperation } from '../../../wire/trace.js';

/** A row of the waterfall. */
export interface Row {
  operation: TraceOperation;
  /** From 1. */
  level: number;
  /** Among its siblings, from 1, and how many those are. */
  position: number;
  siblings: number;
  parentId?: string;
  /** Missing where nothing lies in it. */
  isExpanded?: boolean;
  /** `false`: it is there for what lies in it. */
  isMatch: boolean;
  /** Where its bar ends: of what has no end, at the last sign of life around it. */
  end: number;
}

/** Which operations are wanted. */
export interface Filter {
  /** In a name, an error or an outcome; empty: all. */
  text: string;
  outcome: Outcome;
  /** Also saves that went well: there is one after almost everything. */
  saves: boolean;
}

/** What is looked at before anybody has asked for something else. */
export const UNFILTERED: Filter = { text: '', outcome: 'any', saves: false };

/** What can be filtered by, beside words. */
export type Outcome = 'any' | 'failed' | 'cancelled' | 'denied' | 'endless' | 'approvals';

const HAS: Readonly<Record<Outcome, (operation: TraceOperation) => boolean>> = {
  any: () => true,
  failed: (operation) => markOf(operation).word === 'failed',
  cancelled: (operation) => markOf(operation).word === 'cancelled',
  denied: (operation) => markOf(operation).word === 'denied',
  endless: ({ status }) => status === 'incomplete',
  approvals: ({ name }) => name === 'approval',
};

/** The rows of a scope: parents before what lies in them, without what is folded or not wanted. */
export function rowsOf(
  { operations }: ScopedTrace,
  { filter, folded, readAt }: { filter: Filter; folded: ReadonlySet<string>; readAt: number },
): Row[] {
  const text = filter.text.trim().toLowerCase();
  const rows: Row[] = [];
  add(operations, 1);
  return rows;

  function add(
    siblings: readonly TraceOperation[],
    level: number,
    root?: { alive: number },
    parentId?: string,
  ): void {
    const wanted = siblings.filter(isWanted);
    for (const [index, operation] of wanted.entries()) {
      const { id, children } = operation;
      const isExpanded = !folded.has(id);
      const around = root ?? { alive: lastSignOf(operation, readAt) };
      rows.push({
        ...{ operation, level, position: index + 1, siblings: wanted.length },
        ...(parentId !== undefined && { parentId }),
        ...(children.some(isWanted) && { isExpanded }),
        isMatch: matches(operation),
        end: endOf(operation, around.alive),
      });
      if (isExpanded) add(children, level + 1, around, id);
    }
  }

  function isWanted(operation: TraceOperation): boolean {
    return matches(operation) || operation.children.some(isWanted);
  }

  function matches(operation: TraceOperation): boolean {
    if (!HAS[filter.outcome](operation)) return false;
    // Whoever looks for words finds them everywhere.
    if (!filter.saves && text === '' && isGoodSave(operation)) return false;
    const { name, label, error = '' } = operation;
    return `${name} ${label} ${error} ${markOf(operation).word}`.toLowerCase().includes(text);
  }
}

function isGoodSave({ name, outcome }: TraceOperation): boolean {
  return name === 'session.save' && outcome === 'ok';
}
