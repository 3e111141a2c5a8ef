import type { AgentMessage } from '@earendil-works/pi-agent-core';

/** Of each message: what a summary needs. Whole files and logs are not it. */
const MAX_MESSAGE_CHARS = 2_000;

/**
 * A conversation as plain text for somebody who sums it up: one entry a message, with its role, or
 * `Call` and `Result`, in front; further lines of an entry are indented. Of one that is too long
 * the end is kept.
 */
export function transcriptOf(messages: readonly AgentMessage[], maxChars: number): string {
  const text = messages.flatMap(entriesOf).join('\n');
  return text.length <= maxChars ? text : `… (the beginning is left out)\n${text.slice(-maxChars)}`;
}

function entriesOf(message: AgentMessage): string[] {
  switch (message.role) {
    case 'user':
      return [entry('User', textOf(message.content))];
    case 'compactionSummary':
      return [entry('Summary so far', message.summary)];
    case 'toolResult': {
      const label = message.isError ? 'Error' : 'Result';
      return [entry(`${label} of ${message.toolName}`, textOf(message.content))];
    }
    case 'assistant':
      return message.content.flatMap((block) => {
        if (block.type === 'text') return [entry('Assistant', block.text)];
        if (block.type === 'thinking') return [];
        return [entry(`Call ${block.name}`, JSON.stringify(block.arguments))];
      });
    default:
      return [];
  }
}

function entry(label: string, text: string): string {
  const shown =
    text.length > MAX_MESSAGE_CHARS ? `${text.slice(0, MAX_MESSAGE_CHARS)} … (cut)` : text;
  return `${label}: ${shown.trim().replaceAll('\n', '\n  ')}`;
}

function textOf(content: string | readonly { type: string; text?: string }[]): string {
  if (typeof content === 'string') return content;
  return content.map(({ type, text }) => text ?? `[${type}]`).join('\n');
}
