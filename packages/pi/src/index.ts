// The table of contents of @loop/pi. What is added here becomes public.

export { attachAgent } from './attach-agent.js';
export type { Attachment, AttachableSession, AttachOptions, NewInput } from './attachment.js';
export type {
  ApprovalQuestion,
  ApprovalVerdict,
  Approve,
  CallToApprove,
} from './approvals/approve.js';
export type { AgentLike } from './agent-like.js';
export { LoopPiError } from './errors.js';
export type { LoopPiErrorCode } from './errors.js';
