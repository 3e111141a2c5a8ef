import type { ApprovalInput } from '@loop/events';

/** A tool call that is about to run. */
export interface CallToApprove {
  toolCallId: string;
  toolName: string;
  /** Checked against the tool's parameters. What runs is this object. */
  args: unknown;
  /** Aborted when the run is. */
  signal: AbortSignal | undefined;
}

/** What to ask. The call's id and tool are added. */
export type ApprovalQuestion = Partial<Omit<ApprovalInput, 'toolCallId' | 'toolName'>> & {
  /**
   * Calls with the same key are the same thing to whoever decides: once allowed for the session
   * they run without asking. Name in it all that matters, such as the whole command.
   *
   * @default none: every call asks
   */
  key?: string;
  deny?: never;
};

/** What becomes of a call: it runs, it is refused with a reason for the model, or somebody is asked. */
export type ApprovalVerdict = 'allow' | undefined | { deny: string } | ApprovalQuestion;

/**
 * Decides which calls ask. Whatever it does wrong is a refusal: throwing, rejecting, or returning
 * something else than a verdict.
 */
export type Approve = (call: CallToApprove) => ApprovalVerdict | Promise<ApprovalVerdict>;
