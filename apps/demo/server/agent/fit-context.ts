import { estimateTokens, type AgentMessage } from '@earendil-works/pi-agent-core';

/**
 * The latest rounds that fit into `maxTokens`, at least the last one. Cuts only before a person's
 * message, where no call is parted from its result. The session keeps everything; only what the
 * model is sent gets shorter.
 */
export function fitContext(messages: AgentMessage[], maxTokens: number): AgentMessage[] {
  let tokens = 0;
  let from = messages.length;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message === undefined) continue;
    tokens += estimateTokens(message);
    if (tokens > maxTokens && from < messages.length) break;
    if (message.role === 'user') from = at;
  }
  return from < messages.length ? messages.slice(from) : messages;
}
