import type { MessageEntry, Message } from '@loop/events';

/** What an agent is told of a session after a restart: the attempts that count, marked as they ended. */
export function agentMessages(entries: readonly MessageEntry[]): Message[] {
  return entries.filter((entry) => !entry.superseded).map(asEnded);
}

/** An agent leaves an aborted answer out of what it sends to the model, with the calls it holds. */
function asEnded({ message, status }: MessageEntry): Message {
  if (message.role !== 'assistant' || status === 'complete') return message;
  return { ...message, stopReason: 'aborted' };
}
