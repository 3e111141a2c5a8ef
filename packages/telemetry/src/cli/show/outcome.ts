import type { OperationNode } from '../../read/operation-node.js';
import type { Look } from '../output.js';

/** How an operation ended, for a narrow column. */
export interface Mark {
  sign: string;
  word: string;
  look: Look;
}

const MISSING: Readonly<Record<NonNullable<OperationNode['missing']>, Mark>> = {
  open: { sign: '▸', word: 'still open', look: 'cyan' },
  closed: { sign: '⊣', word: 'cut off', look: 'yellow' },
  crashed: { sign: '†', word: 'crashed', look: 'red' },
  lost: { sign: '?', word: 'end lost', look: 'yellow' },
};

const ENDED: Readonly<Record<OperationNode['outcome'], Mark>> = {
  ok: { sign: '✓', word: 'ok', look: 'green' },
  error: { sign: '✗', word: 'failed', look: 'red' },
  cancelled: { sign: '⊘', word: 'cancelled', look: 'yellow' },
  unknown: { sign: '·', word: 'ended', look: 'dim' },
};

/** Columns that the longest mark takes. */
export const MARK_COLUMNS = 12;

/** An end that is missing is never shown as one. */
export function markOf({
  status,
  missing,
  outcome,
}: Pick<OperationNode, 'status' | 'missing' | 'outcome'>): Mark {
  if (status !== 'incomplete') return ENDED[outcome];
  return missing ? MISSING[missing] : { sign: '…', word: 'no end', look: 'yellow' };
}
