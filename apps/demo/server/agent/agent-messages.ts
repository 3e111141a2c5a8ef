import type { AgentEvent, AgentMessage } from '@earendil-works/pi-agent-core';
import type { AssistantMessage } from '@earendil-works/pi-ai';
import type { ContextBudgetEvent, Message } from '@loop/events';
import type { ToolDetails } from './tools/result.js';

/** Only what a model is sent again; it was pi's own before it was stored. */
export function restored(history: readonly Message[]): AgentMessage[] {
  return history.filter(({ role }) => MODEL_ROLES.has(role)) as AgentMessage[];
}

const MODEL_ROLES = new Set<string>(['user', 'assistant', 'toolResult']);

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

/** How full the model's context is after this answer. */
export function budgetAfter(
  { usage }: AssistantMessage,
  contextWindow: number,
): ContextBudgetEvent {
  // Not every endpoint counts.
  const tokens = usage.totalTokens > 0 ? usage.totalTokens : null;
  const percent = tokens === null ? null : Math.round((tokens / contextWindow) * 1000) / 10;
  return { type: 'context_budget', tokens, contextWindow, percent, observedAt: Date.now() };
}

/** Whether a tool says in its details that it failed. */
export function isMarkedFailed(details: unknown): boolean {
  return (details as ToolDetails | undefined)?.failed === true;
}
