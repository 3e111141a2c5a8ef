import type { AssistantMessage, Message, MessageEntry, ToolExecution } from '@loop/events';
import {
  currentRound,
  entryAt,
  isOver,
  latest,
  placeOf,
  type Fields,
  type Place,
  type View,
} from './places.ts';
import { interruptEntries } from './runs.ts';

/** "Messages" */
export function foldMessage(view: View, event: Fields, { runId, messageIndex }: Place): void {
  const at = messageIndex ?? view.messageCount;
  const message = event['message'] as Message | undefined;
  if (event['type'] === 'message_start' && message) start(view, message, at, runId);
  if (event['type'] === 'message_update') update(view, event, at, runId);
  if (event['type'] === 'message_end' && message) end(view, message, at, runId);
}

function start(view: View, message: Message, at: number, runId: string | null): void {
  if (at !== view.messageCount) return;
  if (message.role === 'assistant') interruptEntries(view);
  append(view, {
    messageIndex: at,
    message: shownOf(view, message, at),
    status: 'streaming',
    runId,
  });
}

/** What an entry shows of a result while its execution still holds it. */
function shownOf(view: View, message: Message, at: number): Message {
  if (message.role !== 'toolResult') return message;
  const tool = latest(view, message.toolCallId);
  if (tool?.result === undefined) return message;
  if (placeOf(tool) < currentRound(view)) {
    handOver(tool, message, at);
    return message;
  }
  const { details: _, ...rest } = message;
  return { ...rest, content: [] };
}

function update(view: View, event: Fields, at: number, runId: string | null): void {
  if (at === view.messageCount) {
    append(view, {
      messageIndex: at,
      message: { role: 'assistant', content: [] },
      status: 'streaming',
      runId,
    });
  }
  const entry = entryAt(view, at);
  if (entry?.status !== 'streaming') return;
  const piece = event['assistantMessageEvent'] as Fields | undefined;
  const whole = event['message'] ?? wholeIn(piece);
  if (whole !== undefined) entry.message = whole as AssistantMessage;
  else if (piece) grow(entry, piece);
}

function wholeIn(piece: Fields | undefined): unknown {
  if (piece?.['type'] === 'done') return piece['message'];
  if (piece?.['type'] === 'error') return piece['error'];
  return piece?.['partial'];
}

function grow(entry: MessageEntry, piece: Fields): void {
  const { type, contentIndex, delta = '', content } = piece as Record<string, string> & Fields;
  const at = contentIndex as unknown as number;
  if (entry.message.role !== 'assistant' || typeof at !== 'number') return;
  const blocks = entry.message.content as unknown as Fields[];
  if (at > blocks.length + 64) return;
  while (blocks.length < at) blocks.push({ type: 'text', text: '' });
  const [kind = '', step] = String(type).split('_');
  if (kind === 'toolcall') return growCall(entry, blocks, at, piece);
  if (kind !== 'text' && kind !== 'thinking') return;
  const block = blocks[at];
  const before = block?.['type'] === kind ? String(block[kind]) : '';
  const text = { start: '', delta: before + delta, end: content }[String(step)];
  if (text === undefined) return;
  blocks[at] = { type: kind, [kind]: text };
  forget(entry, at);
}

/** The raw text of a call that is complete, or no call any more. */
function forget(entry: MessageEntry, at: number): void {
  const texts = entry.partialArguments ?? {};
  delete texts[at];
  if (Object.keys(texts).length === 0) delete entry.partialArguments;
}

function growCall(entry: MessageEntry, blocks: Fields[], at: number, piece: Fields): void {
  const texts = (entry.partialArguments ??= {});
  if (piece['type'] === 'toolcall_start') {
    const { id = '', toolName: name = '' } = piece;
    blocks[at] = { type: 'toolCall', id, name, arguments: {} };
    texts[at] = '';
  } else if (piece['type'] === 'toolcall_delta') {
    if (blocks[at]?.['type'] !== 'toolCall') {
      blocks[at] = { type: 'toolCall', id: '', name: '', arguments: {} };
    }
    texts[at] = (texts[at] ?? '') + String(piece['delta']);
  } else {
    blocks[at] = piece['toolCall'] as Fields;
    forget(entry, at);
  }
}

function end(view: View, message: Message, at: number, runId: string | null): void {
  const entry = entryAt(view, at);
  if (entry?.status === 'complete' || at > view.messageCount) return;
  if (entry) {
    Object.assign(entry, { message, status: 'complete' });
    delete entry.partialArguments;
  } else if (at === view.messageCount) {
    append(view, { messageIndex: at, message, status: 'complete', runId });
  } else return;
  if (message.role === 'toolResult') {
    const tool = latest(view, message.toolCallId);
    if (tool) handOver(tool, message, at);
  }
  if (message.role === 'assistant') adopt(view, message, at);
}

function handOver(
  tool: ToolExecution,
  message: Message & { role: 'toolResult' },
  at: number,
): void {
  if (tool.resultMessageIndex !== undefined) return;
  delete tool.result;
  delete tool.partialResult;
  tool.resultMessageIndex = at;
  if (!isOver(tool)) tool.status = message.isError ? 'error' : 'complete';
  const durationMs = tool.durationMs ?? message.durationMs;
  if (durationMs !== undefined) tool.durationMs = durationMs;
}

/** Executions find the message that has their call. */
function adopt(view: View, message: AssistantMessage, at: number): void {
  for (const block of message.content) {
    const tool = block.type === 'toolCall' ? latest(view, block.id) : undefined;
    if (tool?.messageIndex !== null || isOver(tool)) continue;
    tool.messageIndex = at;
    delete tool.placeIndex;
  }
}

function append(view: View, entry: MessageEntry): void {
  view.messages.push(entry);
  view.messageCount++;
  if (entry.message.role === 'user') view.roundCount++;
}
