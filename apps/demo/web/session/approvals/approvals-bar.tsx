import type { ApprovalRequest } from '@loop/events';
import type { VNode } from 'preact';
import { useShortcut } from '../../shared/shortcut.js';
import { focusApproval } from './approval-focus.js';

/** Says how many requests wait, and leads to them. It never takes the focus by itself. */
export function ApprovalsBar({ pending }: { pending: readonly ApprovalRequest[] }): VNode {
  const isWaiting = pending.length > 0;
  useShortcut('J', ({ shiftKey }) => focusApproval(shiftKey ? -1 : 1), isWaiting);
  return (
    <div class="approvals-bar">
      <p role="status">{wordsFor(pending)}</p>
      {pending.length > 1 && (
        <button type="button" aria-keyshortcuts="Alt+Shift+J" onClick={() => focusApproval(-1)}>
          Previous
        </button>
      )}
      {isWaiting && (
        <button type="button" aria-keyshortcuts="Alt+J" onClick={() => focusApproval()}>
          {pending.length > 1 ? 'Next' : 'Show'} <kbd aria-hidden="true">Alt J</kbd>
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
