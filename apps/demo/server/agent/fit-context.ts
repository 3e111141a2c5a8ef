import { estimateTokens, type AgentMessage } from '@earendil-works/pi-agent-core';

/**
 * The latest rounds that fit into `maxTokens`, at least the last one, behind the summary of what was
 * before, if there is one. The last resort, where no summary has made a conversation short enough:
 * the session keeps everything, only what the model is sent gets shorter.
 */
export function fitContext(messages: AgentMessage[], maxTokens: number): AgentMessage[] {
  const summaries = messages[0]?.role === 'compactionSummary' ? 1 : 0;
  const from = latestRounds(messages, maxTokens);
  if (from <= summaries) return messages;
  return [...messages.slice(0, summaries), ...messages.slice(from)];
}

/**
 * Where the latest rounds begin that fit into `maxTokens`, at least the last one. That is before a
 * person's message, where no call is parted from its result; 0 where there is none.
 */
export function latestRounds(messages: readonly AgentMessage[], maxTokens: number): number {
  let tokens = 0;
  let from = messages.length;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message === undefined) continue;
    tokens += estimateTokens(message);
    if (tokens > maxTokens && from < messages.length) break;
    if (message.role === 'user') from = at;
  }
  return from < messages.length ? from : 0;
}
