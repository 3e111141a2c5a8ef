import type { AgentMessage } from '@earendil-works/pi-agent-core';
import type { Message } from '@loop/events';

/** What the model is told when it is asked for a summary. */
export const SUMMARY_PROMPT = `You sum up a conversation between a user and a coding agent, so that the agent can go on without it. You are given its transcript. Write Markdown, at most 400 words:

- what the user wants, and what they decided or refused
- what was found out, with names of files and functions
- what was changed, which commands ran, and how they ended
- what is left to do

Repeat an earlier summary's facts as far as they still matter. No introduction, no advice.`;

/** A summary as the session keeps it. */
export type SummaryMessage = Extract<AgentMessage, { role: 'compactionSummary' }> & {
  /** How many of the messages right before it the model still sees. */
  keptMessages: number;
};

/**
 * What the model of a stored session sees: what later compactions left of it. What no model is sent
 * is left out; the rest was pi's own before it was stored.
 */
export function restored(history: readonly Message[]): AgentMessage[] {
  let list: AgentMessage[] = [];
  for (const message of history) {
    if (MODEL_ROLES.has(message.role)) list.push(message as AgentMessage);
    if (message.role === 'compactionSummary') {
      const summary = message as SummaryMessage;
      list = [summary, ...keptOf(list, summary.keptMessages)];
    }
  }
  return list;
}

const MODEL_ROLES = new Set<string>(['user', 'assistant', 'toolResult']);

/** The latest messages; where they begin in the middle of a round, with its request. */
function keptOf(list: AgentMessage[], count = list.length): AgentMessage[] {
  const messages = list.filter(({ role }) => role !== 'compactionSummary');
  const from = Math.max(0, messages.length - count);
  const rest = messages.slice(from);
  if (rest[0]?.role === 'user') return rest;
  const request = messages
    .slice(0, from)
    .filter(({ role }) => role === 'user')
    .at(-1);
  return request ? [request, ...rest] : rest;
}
