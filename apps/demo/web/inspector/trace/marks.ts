import type { TraceOperation } from '../../../wire/trace.js';

/** How an operation ended, or why it has no end. */
export interface Mark {
  word:
    | 'ok'
    | 'failed'
    | 'cancelled'
    | 'denied'
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

const DENIED: Mark = { word: 'denied', tone: 'wait' };

/** In the words of `loop-trace`, and of people where they said no. What has no end is never shown as one. */
export function markOf(operation: TraceOperation): Mark {
  const { status, missing, outcome } = operation;
  if (status === 'incomplete') {
    return missing ? MISSING[missing] : { word: 'no end', tone: 'wait' };
  }
  return isDenied(operation) || operation.children.some(isDenied) ? DENIED : ENDED[outcome];
}

/** An approval that was not given; what waited for it did not run. */
function isDenied({ name, completed }: TraceOperation): boolean {
  return name === 'approval' && Object(completed?.data).outcome === 'denied';
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
