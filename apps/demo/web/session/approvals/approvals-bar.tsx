import type { ApprovalRequest } from '@loop/events';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { focusNextApproval, isApprovalKey } from './approval-focus.js';

/** Says how many requests wait, and leads to them. It never takes the focus by itself. */
export function ApprovalsBar({ pending }: { pending: readonly ApprovalRequest[] }): VNode {
  const isWaiting = pending.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const onKey = (event: KeyboardEvent): void => {
      if (!isApprovalKey(event)) return;
      event.preventDefault();
      focusNextApproval();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isWaiting]);

  return (
    <div class="approvals-bar" data-waiting={isWaiting}>
      <p role="status">{wordsFor(pending)}</p>
      {isWaiting && (
        <button type="button" aria-keyshortcuts="Alt+J" onClick={focusNextApproval}>
          Show <kbd aria-hidden="true">Alt J</kbd>
        </button>
      )}
    </div>
  );
}

function wordsFor(pending: readonly ApprovalRequest[]): string {
  const [first] = pending;
  if (!first) return '';
  if (pending.length === 1) return `Waiting for your approval: ${first.title}`;
  return `${pending.length} requests wait for your approval: ${first.title}, and more`;
}
