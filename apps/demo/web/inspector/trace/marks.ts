import type { TraceOperation } from './trace-api.js';

/** How an operation ended, or why it has no end: as a sign, in a word, and for the colours. */
export interface Mark {
  sign: string;
  word: string;
  tone: 'good' | 'bad' | 'wait' | 'plain';
}

const MISSING: Readonly<Record<'open' | 'crashed' | 'lost', Mark>> = {
  open: { sign: '▸', word: 'still open', tone: 'plain' },
  crashed: { sign: '†', word: 'crashed', tone: 'bad' },
  lost: { sign: '?', word: 'end lost', tone: 'wait' },
};

const ENDED: Readonly<Record<TraceOperation['outcome'], Mark>> = {
  ok: { sign: '✓', word: 'ok', tone: 'good' },
  error: { sign: '✗', word: 'failed', tone: 'bad' },
  cancelled: { sign: '⊘', word: 'cancelled', tone: 'wait' },
  unknown: { sign: '·', word: 'ended', tone: 'plain' },
};

/** The same signs as `loop-trace` prints. What has no end is never shown as one. */
export function markOf(operation: Pick<TraceOperation, 'status' | 'missing' | 'outcome'>): Mark {
  if (operation.status !== 'incomplete') return ENDED[operation.outcome];
  return operation.missing
    ? MISSING[operation.missing]
    : { sign: '…', word: 'no end', tone: 'wait' };
}

const WHY: Readonly<Record<'open' | 'crashed' | 'lost', string>> = {
  open: 'it goes on',
  crashed: 'the server ended before it did',
  lost: 'records after its start were lost',
};

/** Why there is no end, in a sentence. */
export function whyNoEnd({ missing }: TraceOperation): string {
  return missing ? WHY[missing] : 'nobody knows why';
}

/** What an operation is, for its colour and its drawing. */
export type Kind = 'run' | 'model' | 'tool' | 'approval' | 'compaction' | 'other';

const KINDS: Readonly<Record<string, Kind>> = {
  run: 'run',
  'model.request': 'model',
  tool: 'tool',
  'tool.nested': 'tool',
  approval: 'approval',
  compaction: 'compaction',
};

/** By the root of its names; a newer server may have others. */
export function kindOf({ name }: Pick<TraceOperation, 'name'>): Kind {
  return Object.hasOwn(KINDS, name) ? (KINDS[name] ?? 'other') : 'other';
}
