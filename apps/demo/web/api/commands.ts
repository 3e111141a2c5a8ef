import { ask } from './ask.js';
import { pathOfSession } from './sessions.js';

/** When a prompt is read that comes while a run is active: after the current step, or after the run. */
export type PromptMode = 'steer' | 'follow-up';

/** A prompt on its way. The same `requestId` may be sent again without running twice. */
export interface Prompt {
  requestId: string;
  text: string;
  mode?: PromptMode;
}

/** Sends a prompt. */
export function sendPrompt(sessionId: string, prompt: Prompt): Promise<{ runId: string }> {
  return ask('POST', `${pathOfSession(sessionId)}/prompt`, prompt);
}

/** Cancels what runs. */
export function cancelRun(sessionId: string): Promise<unknown> {
  return ask('POST', `${pathOfSession(sessionId)}/cancel`, {});
}

/** Takes an input that waits out of the queue. */
export function removeQueued(sessionId: string, inputId: string): Promise<unknown> {
  return ask('DELETE', `${pathOfSession(sessionId)}/queue/${encodeURIComponent(inputId)}`);
}

/** Chooses the model that answers from now on. */
export function chooseModel(sessionId: string, model: string): Promise<unknown> {
  return ask('POST', `${pathOfSession(sessionId)}/model`, { model });
}

/** Chooses how freely the agent may act from now on. */
export function choosePermission(sessionId: string, preset: string): Promise<unknown> {
  return ask('POST', `${pathOfSession(sessionId)}/permission`, { preset });
}

/** What somebody decides about a request. */
export interface Decision {
  decision: 'allow' | 'deny';
  scope?: 'once' | 'session';
  note?: string;
}

/** Answers a request for approval. */
export function decide(
  sessionId: string,
  approvalId: string,
  decision: Decision,
): Promise<unknown> {
  const path = `${pathOfSession(sessionId)}/approvals/${encodeURIComponent(approvalId)}`;
  return ask('POST', path, decision);
}
