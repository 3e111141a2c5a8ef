import type { AgentLike } from '../agent-like.js';
import type { AttachableSession } from '../attachment.js';
import { LoopPiError } from '../errors.js';
import type { Approve } from './approve.js';
import { createApprovals } from './tool-approvals.js';
import { gatedAgent, installGate } from './tool-gate.js';

/** What {@link openGate} needs. */
export interface GateOptions {
  session: Pick<AttachableSession, 'approvals'>;
  approve: Approve;
  report: (error: unknown) => void;
}

/**
 * Makes the agent's tools wait for the session's decisions.
 *
 * @returns the way out: what waits is cancelled, and the agent's own gate is back.
 * @throws LoopPiError `unsupported`
 */
export function openGate(agent: AgentLike, { session, approve, report }: GateOptions): () => void {
  const gated = gatedAgent(agent);
  if (!gated) {
    throw new LoopPiError(
      'unsupported',
      'This agent has no beforeToolCall, so nothing can be asked before a tool runs.',
    );
  }
  const approvals = createApprovals({
    approve,
    request: (input, options) => session.approvals.request(input, options),
    report,
  });
  const remove = installGate(gated, ({ toolCall, args }, signal) =>
    approvals.refusalOf({ toolCallId: toolCall.id, toolName: toolCall.name, args, signal }),
  );
  return () => {
    remove();
    approvals.close();
  };
}
