import type { TraceOperation } from '../../../wire/trace.js';

/** How an operation ended, or why it has no end. */
export interface Mark {
  word:
    | 'ok'
    | 'failed'
    | 'cancelled'
    | 'ended'
    | 'still open'
    | 'cut off'
    | 'crashed'
    | 'end lost'
    | 'no end';
  /** For the colours. */
  tone: 'good' | 'bad' | 'wait' | 'plain';
}

const MISSING: Readonly<Record<NonNullable<TraceOperation['missing']>, Mark>> = {
  open: { word: 'still open', tone: 'plain' },
  closed: { word: 'cut off', tone: 'wait' },
  crashed: { word: 'crashed', tone: 'bad' },
  lost: { word: 'end lost', tone: 'wait' },
};

const ENDED: Readonly<Record<TraceOperation['outcome'], Mark>> = {
  ok: { word: 'ok', tone: 'good' },
  error: { word: 'failed', tone: 'bad' },
  cancelled: { word: 'cancelled', tone: 'wait' },
  unknown: { word: 'ended', tone: 'plain' },
};

/** In the words of `loop-trace`. What has no end is never shown as one. */
export function markOf({
  status,
  missing,
  outcome,
}: Pick<TraceOperation, 'status' | 'missing' | 'outcome'>): Mark {
  if (status !== 'incomplete') return ENDED[outcome];
  return missing ? MISSING[missing] : { word: 'no end', tone: 'wait' };
}

const WHY: Readonly<Record<NonNullable<TraceOperation['missing']>, string>> = {
  open: 'it goes on',
  closed: 'the session was let go of before it ended',
  crashed: 'the server died before it ended',
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
