import type { AssistantMessageEvent } from './event.js';
import type { AssistantContent } from './message.js';
import type { MessageEntry } from './state.js';
import { without } from './timeline.js';

/**
 * A block this far behind the message's end is a broken event, not a model that skipped blocks:
 * padding up to it would cost memory without bound.
 */
const MAX_SKIPPED_BLOCKS = 64;

const emptyText: AssistantContent = { type: 'text', text: '' };

/** Folds one piece of the model's stream into an open assistant message (delta form). */
export function foldDelta(entry: MessageEntry, delta: AssistantMessageEvent): MessageEntry {
  if (entry.message.role !== 'assistant') return entry;
  if (!('contentIndex' in delta)) return entry;
  const { content } = entry.message;
  const index = delta.contentIndex;
  if (!Number.isInteger(index) || index < 0 || index > content.length + MAX_SKIPPED_BLOCKS) {
    return entry;
  }
  const block = nextBlock(content[index], delta);
  const blocks = [...content];
  while (blocks.length < index) blocks.push(emptyText);
  blocks[index] = block;
  const message = { ...entry.message, content: blocks };
  return withArguments({ ...entry, message }, index, delta);
}

type BlockEvent = Extract<AssistantMessageEvent, { contentIndex: number }>;

function nextBlock(block: AssistantContent | undefined, delta: BlockEvent): AssistantContent {
  switch (delta.type) {
    case 'text_start':
      return { type: 'text', text: '' };
    case 'text_delta':
      return { type: 'text', text: (block?.type === 'text' ? block.text : '') + delta.delta };
    case 'text_end':
      return { type: 'text', text: delta.content };
    case 'thinking_start':
      return { type: 'thinking', thinking: '' };
    case 'thinking_delta': {
      const before = block?.type === 'thinking' ? block.thinking : '';
      return { type: 'thinking', thinking: before + delta.delta };
    }
    case 'thinking_end':
      return { type: 'thinking', thinking: delta.content };
    case 'toolcall_start':
      return { type: 'toolCall', id: delta.id ?? '', name: delta.toolName ?? '', arguments: {} };
    case 'toolcall_delta':
      return block?.type === 'toolCall'
        ? block
        : { type: 'toolCall', id: '', name: '', arguments: {} };
    case 'toolcall_end':
      return delta.toolCall;
  }
}

/** Keeps the raw argument text of a tool call while it streams, so that a snapshot carries it. */
function withArguments(entry: MessageEntry, index: number, delta: BlockEvent): MessageEntry {
  const texts = entry.partialArguments;
  if (delta.type === 'toolcall_start') {
    return { ...entry, partialArguments: { ...texts, [index]: '' } };
  }
  if (delta.type === 'toolcall_delta') {
    const text = (texts?.[index] ?? '') + delta.delta;
    return { ...entry, partialArguments: { ...texts, [index]: text } };
  }
  if (texts === undefined) return entry;
  const rest = without(texts, index);
  return Object.keys(rest).length > 0
    ? { ...entry, partialArguments: rest }
    : without(entry, 'partialArguments');
}
