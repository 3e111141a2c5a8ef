import type { SessionView } from '@loop/events';
import type { VNode } from 'preact';
import { Activity } from './activity.js';
import { ApprovalsBar } from './approvals/approvals-bar.js';
import { ContextMeter } from './context-meter.js';

/**
 * How the session stands, in one line above the place where people write. Its height is always
 * kept, so that nothing moves when something begins, waits or ends.
 */
export function StatusLine({ view }: { view: SessionView }): VNode {
  const { pendingApprovals, contextBudget } = view.state;
  return (
    <div class="status-line" data-waiting={pendingApprovals.length > 0}>
      <Activity view={view} />
      <ApprovalsBar pending={pendingApprovals} />
      {contextBudget && <ContextMeter budget={contextBudget} />}
    </div>
  );
}
