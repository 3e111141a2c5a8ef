import type { ToolExecution } from '@loop/events';
import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { ApprovalCard } from './approval-card.js';
import { ApprovalsContext, callKey } from './approvals-context.js';
import { OutcomeLine } from './outcome-line.js';

/** What a call waits for, or how that ended. */
export function CallApproval({ execution }: { execution: ToolExecution }): VNode | null {
  const { sessionId, pending, outcomes } = useContext(ApprovalsContext);
  const { toolCallId, messageIndex, status } = execution;
  if (status === 'awaiting-approval') {
    const own = pending.filter((request) => request.toolCallId === toolCallId);
    return (
      <>
        {own.map((request) => (
          <ApprovalCard key={request.approvalId} sessionId={sessionId} request={request} />
        ))}
      </>
    );
  }
  const outcome = outcomes.get(callKey(messageIndex, toolCallId));
  return outcome ? <OutcomeLine outcome={outcome} /> : null;
}

/** Requests that belong to no call that is shown. */
export function StrayApprovals({ tools }: { tools: readonly ToolExecution[] }): VNode {
  const { sessionId, pending } = useContext(ApprovalsContext);
  const waiting = new Set(
    tools.flatMap(({ status, toolCallId }) => (status === 'awaiting-approval' ? [toolCallId] : [])),
  );
  const strays = pending.filter(({ toolCallId }) => !toolCallId || !waiting.has(toolCallId));
  return (
    <>
      {strays.map((request) => (
        <div class="tool" key={request.approvalId}>
          <ApprovalCard sessionId={sessionId} request={request} />
        </div>
      ))}
    </>
  );
}
