import type { AgentEvent, AgentMessage } from '@earendil-works/pi-agent-core';
import type { AssistantMessage } from '@earendil-works/pi-ai';
import type { ToolDetails } from './tools/result.js';

/** The answer that this event completes, if it came through. */
export function answerIn(event: AgentEvent): AssistantMessage | undefined {
  if (event.type !== 'message_end' || event.message.role !== 'assistant') return undefined;
  const { stopReason } = event.message;
  return stopReason === 'error' || stopReason === 'aborted' ? undefined : event.message;
}

/** The message, if it is an answer that failed. */
export function failedAnswer(message: AgentMessage | undefined): AssistantMessage | undefined {
  return message?.role === 'assistant' && message.stopReason === 'error' ? message : undefined;
}

/** Whether a tool says in its details that it failed. */
export function isMarkedFailed(details: unknown): boolean {
  return (details as ToolDetails | undefined)?.failed === true;
}
