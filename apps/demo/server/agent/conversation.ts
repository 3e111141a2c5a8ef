import type { Context, Message, ToolResultMessage, UserMessage } from '@earendil-works/pi-ai';
import { summaryIn, typedAndSkill } from './inputs/model-input.js';
import type { ToolOutcome, Turn } from './scripts/script.js';

/** The last thing a person wrote, as the message it came in. */
export function lastRequest({ messages }: Context): UserMessage | undefined {
  return messages.filter((message) => message.role === 'user').at(-1);
}

/** The same object whenever the last request is sent again, also with a skill beside it. */
export function requestKey(context: Context): object {
  const request = lastRequest(context);
  const [typed] = typeof request?.content === 'object' ? request.content : [];
  return typed ?? request ?? context;
}

/** What a conversation says about the request that is being answered. */
export function turnOf({ messages }: Context): Omit<Turn, 'failures'> {
  const from = messages.map((message) => message.role).lastIndexOf('user');
  const summary = summaryIn(messages[0]);
  const { typed, skill } = typedAndSkill(requestText(messages[from]));
  return {
    request: typed,
    outcomes: outcomesIn(messages.slice(from + 1)),
    ...(summary !== undefined && { summary }),
    ...(skill && { skill }),
  };
}

function requestText(message: Message | undefined): string {
  if (message?.role !== 'user') return '';
  if (typeof message.content === 'string') return message.content;
  return textOf(message.content);
}

/** For each answer that called tools: how its calls went, in the order of the calls. */
function outcomesIn(messages: Message[]): ToolOutcome[][] {
  const results = messages.filter((message) => message.role === 'toolResult');
  return messages
    .filter((message) => message.role === 'assistant')
    .map((message) =>
      message.content
        .filter((block) => block.type === 'toolCall')
        .flatMap(({ id, name, arguments: args }) => {
          const result = results.find((candidate) => candidate.toolCallId === id);
          return result ? [{ tool: name, args, ...outcomeOf(result) }] : [];
        }),
    )
    .filter((outcomes) => outcomes.length > 0);
}

function outcomeOf({
  content,
  isError,
  details,
}: ToolResultMessage<{ truncated?: true } | undefined>) {
  const text = textOf(content);
  // Refusals say so in their first word: the bridge's, and those of the presets.
  const denied = isError && text.startsWith('Denied');
  return { text, isError, denied, truncated: details?.truncated === true };
}

function textOf(content: readonly { type: string; text?: string }[]): string {
  return content.map((block) => block.text ?? '').join('\n');
}
