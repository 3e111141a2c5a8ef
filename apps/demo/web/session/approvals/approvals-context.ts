import type { ApprovalOutcome, ApprovalRequest, SessionView } from '@loop/events';
import { createContext } from 'preact';
import { useMemo, useRef } from 'preact/hooks';

/** The approvals of the session that is shown. */
export interface SessionApprovals {
  sessionId: string;
  pending: readonly ApprovalRequest[];
  /** How requests ended, by {@link callKey}: those that this page has heard of. */
  outcomes: ReadonlyMap<string, ApprovalOutcome>;
}

/** Read where a call is shown: rows that stay the same are not rendered for it. */
export const ApprovalsContext = createContext<SessionApprovals>({
  sessionId: '',
  pending: [],
  outcomes: new Map(),
});

/** Names a call. Agents use ids again, in another message. */
export function callKey(messageIndex: number | null, toolCallId: string): string {
  return `${messageIndex}:${toolCallId}`;
}

/** The approvals of a view; the same object as long as they are the same. */
export function useApprovals(sessionId: string, view: SessionView): SessionApprovals {
  const { pendingApprovals: pending, lastApproval } = view.state;
  const known = useRef<ReadonlyMap<string, ApprovalOutcome>>(new Map());
  return useMemo(() => {
    known.current = withOutcome(known.current, lastApproval, view);
    return { sessionId, pending, outcomes: known.current };
  }, [sessionId, pending, lastApproval]);
}

/** The state holds the latest outcome only; a page that is open keeps those before it. */
function withOutcome(
  known: ReadonlyMap<string, ApprovalOutcome>,
  outcome: ApprovalOutcome | undefined,
  { tools }: SessionView,
): ReadonlyMap<string, ApprovalOutcome> {
  if (!outcome || [...known.values()].some(({ approvalId }) => approvalId === outcome.approvalId)) {
    return known;
  }
  // The latest one with this id is the one that asked.
  const tool = tools.filter(({ toolCallId }) => toolCallId === outcome.toolCallId).at(-1);
  return tool ? new Map(known).set(callKey(tool.messageIndex, tool.toolCallId), outcome) : known;
}
