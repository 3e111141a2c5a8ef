import type { Opening, SnapshotReason } from '@loop/events';
import { formatCount } from './format.js';
import type { Inspection } from '../../wire/inspection.js';
import type { LoggedOpening } from './traffic-log.js';

const BECAUSE: Record<SnapshotReason, string> = {
  none: 'the page asked for no position',
  malformed: 'the position made no sense',
  'other-stream': 'the position was one of another stream',
  'not-behind': 'the page had everything',
  evicted: 'what the page had missed is not retained any more',
};

/**
 * How a connection went on. That it was a replay or a snapshot the page knows from what came first;
 * of how many frames, and why, it is told by the server's account of this connection.
 */
export function openingWords(
  { first, cursor }: LoggedOpening,
  reader: string,
  inspection: Inspection | undefined,
): string {
  if (!first) return 'nothing has come yet';
  const account = inspection?.connections.find(
    (connection) => connection.reader === reader && connection.cursor === (cursor ?? null),
  )?.opening;
  return first.isSnapshot ? snapshot(first.seq, account) : replay(first.seq, account);
}

function snapshot(seq: number, account: Opening | undefined): string {
  const reason = account?.outcome === 'snapshot' ? `, because ${BECAUSE[account.because]}` : '';
  return `snapshot at ${formatCount(seq)}${reason}`;
}

function replay(seq: number, account: Opening | undefined): string {
  const count = account?.outcome === 'replay' ? ` of ${formatCount(account.frames)}` : '';
  return `replay${count}, from ${formatCount(seq)} on`;
}
