import type { Message, MessageEntry } from '@loop/events';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Api } from './api.js';
import { untilIdle, untilOpen } from './on-page.js';

/** One message's words, part by part: the same for what a session holds and for what a page shows. */
export interface Shown {
  messageIndex: number;
  parts: string[];
}

/** What a page shows, in its order. */
export async function shownOn(page: Page): Promise<Shown[]> {
  const messages = await page.locator('.message').evaluateAll((elements) =>
    elements.map((element) => ({
      messageIndex: Number(element.getAttribute('data-message-index')),
      parts: [...element.querySelectorAll('.user-text, .markdown, .thinking-text, .tool')].map(
        (part) => {
          const hidden = part.querySelector('.visually-hidden')?.textContent ?? '';
          if (!part.matches('.tool')) return (part.textContent ?? '').slice(hidden.length);
          const output = part.querySelector('.output')?.textContent ?? '';
          return `${part.getAttribute('data-tool-call')} ${output}`;
        },
      ),
    })),
  );
  return messages.map(({ messageIndex, parts }) => ({ messageIndex, parts: parts.map(wordsOf) }));
}

/** What a page should show of these messages: results stand with their calls. */
export function shownFor(messages: readonly MessageEntry[]): Shown[] {
  const results = new Map<string, string>();
  for (const { message } of messages) {
    if (message.role === 'toolResult') results.set(message.toolCallId, textOf(message));
  }
  return messages
    .filter(({ message }) => message.role !== 'toolResult')
    .map(({ messageIndex, message }) => ({
      messageIndex,
      parts: partsOf(message, results).map(wordsOf),
    }));
}

/** Waits for the end of the run; then the page must come to say the same. */
export async function expectSame(page: Page, api: Api, id: string): Promise<void> {
  // A page that has not heard yet that something runs looks just as idle.
  await api.settled(id);
  await untilOpen(page);
  await expect.poll(() => shownOn(page)).toEqual(shownFor(await api.messages(id)));
  await untilIdle(page);
}

function partsOf(message: Message, results: ReadonlyMap<string, string>): string[] {
  if (message.role !== 'assistant') return [textOf(message)];
  return message.content.map((block) => {
    if (block.type === 'toolCall') return `${block.id} ${results.get(block.id) ?? ''}`;
    return block.type === 'text' ? plain(block.text) : block.thinking;
  });
}

function textOf(message: Message): string {
  if (!('content' in message)) return '';
  if (typeof message.content === 'string') return message.content;
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** Without the Markdown that does not come out as letters: names of languages, numbers of items. */
function plain(markdown: string): string {
  return markdown.replaceAll(/^```\w+$/gm, '').replaceAll(/^\d+\. /gm, '');
}

/** Letters and digits only, so that layout does not matter, and every missing or doubled word does. */
function wordsOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
