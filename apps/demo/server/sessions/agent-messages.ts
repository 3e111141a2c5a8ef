import type { AssistantContent, MessageEntry, Message } from '@loop/events';

/** What an agent is told of a session after a restart: the attempts that count, marked as they ended. */
export function agentMessages(entries: readonly MessageEntry[]): Message[] {
  return entries.filter((entry) => !entry.superseded).map(asEnded);
}

/** An agent leaves an aborted answer out of what it sends to the model, with the calls it holds. */
function asEnded({ message, status }: MessageEntry): Message {
  if (message.role !== 'assistant') return message;
  const content = message.content.filter(isSendable);
  return { ...message, content, ...(status !== 'complete' && { stopReason: 'aborted' }) };
}

/** Agents that keep to no types may have said anything; sent on, it would fail every prompt. */
function isSendable(block: AssistantContent): boolean {
  if (block.type === 'text') return typeof block.text === 'string';
  return block.type !== 'thinking' || typeof block.thinking === 'string';
}
