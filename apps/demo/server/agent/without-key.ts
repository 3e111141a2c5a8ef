import type { AssistantMessage, AssistantMessageEvent } from '@earendil-works/pi-ai';

type Change = (text: string) => string;
type Block = AssistantMessage['content'][number];

/**
 * Takes a key out of an answer that repeats it: out of its texts, its calls and its failure. A piece
 * whose end could be the key's beginning comes without that, until more is known.
 *
 * Each event gets a copy of its message: costs time that grows with what the answer holds already,
 * as reading the arguments of a call does anyway.
 */
export function withoutKey(key: string): (event: AssistantMessageEvent) => AssistantMessageEvent {
  /** By the block: what came, and how many characters of what is shown were passed on. */
  const blocks = new Map<number, { came: string; passed: number }>();

  return (event) => {
    switch (event.type) {
      case 'done':
        return { ...event, message: changed(event.message, whole) };
      case 'error':
        return { ...event, error: changed(event.error, whole) };
      case 'text_delta':
      case 'thinking_delta':
      case 'toolcall_delta':
        return { ...event, delta: next(event), partial: changed(event.partial, begun) };
      case 'text_end':
      case 'thinking_end':
        return { ...event, content: whole(event.content), partial: changed(event.partial, begun) };
      case 'toolcall_end':
        return {
          ...event,
          toolCall: changedBlock(event.toolCall, whole),
          partial: changed(event.partial, begun),
        };
      default:
        return { ...event, partial: changed(event.partial, begun) };
    }
  };

  function next({ contentIndex, delta }: { contentIndex: number; delta: string }): string {
    const { came = '', passed = 0 } = blocks.get(contentIndex) ?? {};
    const shown = begun(came + delta);
    blocks.set(contentIndex, { came: came + delta, passed: shown.length });
    return shown.slice(passed);
  }

  function whole(text: string): string {
    return text.replaceAll(key, '[key]');
  }

  function begun(text: string): string {
    const clean = whole(text);
    let tail = Math.min(key.length - 1, clean.length);
    while (tail > 0 && !clean.endsWith(key.slice(0, tail))) tail--;
    return clean.slice(0, clean.length - tail);
  }
}

function changed(message: AssistantMessage, change: Change): AssistantMessage {
  const { content, errorMessage } = message;
  return {
    ...message,
    content: content.map((block) => changedBlock(block, change)),
    ...(errorMessage !== undefined && { errorMessage: change(errorMessage) }),
  };
}

function changedBlock<Kind extends Block>(block: Kind, change: Change): Kind {
  if (block.type === 'text') return { ...block, text: change(block.text) };
  if (block.type === 'thinking') return { ...block, thinking: change(block.thinking) };
  // While it comes, a call also holds the raw text of its arguments.
  const { type, id, name, ...rest } = block;
  return { type, id, name, ...eachText(rest, change) } as Kind;
}

/** A copy of plain data with every text in it changed, the names of fields included. */
function eachText<Value>(value: Value, change: Change): Value {
  const copy = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one);
    if (Array.isArray(one)) return one.map(copy);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, of]) => [change(name), copy(of)]));
  };
  return copy(value) as Value;
}
