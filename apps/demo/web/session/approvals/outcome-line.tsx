import type { ApprovalOutcome } from '@loop/events';
import type { VNode } from 'preact';
import { formatDuration } from '../tool-state.js';

/** Who answered, and how long that took. */
export function OutcomeLine({ outcome }: { outcome: ApprovalOutcome }): VNode {
  return (
    <p class="approval-outcome" data-outcome={outcome.outcome}>
      {wordsFor(outcome)}
    </p>
  );
}

function wordsFor({ outcome, scope, by, waitedMs }: ApprovalOutcome): string {
  const time = formatDuration(waitedMs);
  if (outcome === 'cancelled') {
    const why = by === 'abort' ? 'the run was cancelled' : 'the server ended';
    return `Not answered: ${why} after ${time}`;
  }
  if (outcome === 'denied') return `Denied by ${by} after ${time}`;
  return `Allowed ${scope === 'session' ? 'for this session ' : ''}by ${by} after ${time}`;
}
