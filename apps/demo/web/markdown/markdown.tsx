import type { VNode } from 'preact';
import { BoundedText } from '../code/bounded-text.js';
import { useHighlighter, type Highlight } from '../code/use-highlighter.js';
import { memo } from '../shared/memo.js';
import { blocksOf, renderBlock, type MarkdownBlock } from './blocks.js';

interface MarkdownProps {
  text: string;
  /** More of it may come: its last block is not finished. */
  isLive?: boolean;
}

/** More than this, in characters, is not formatted: while a text grows, all of it is read again. */
const MAX_CHARS = 40_000;

/** A Markdown text of whatever origin. */
export const Markdown = memo(({ text, isLive = false }: MarkdownProps): VNode => {
  const end = formattedEnd(text);
  const rest = text.slice(end);
  const blocks = blocksOf(text.slice(0, end));
  const highlight = useHighlighter(text.includes(FENCE));
  const finished = isLive && rest === '' ? blocks.length - 1 : blocks.length;
  return (
    <div class="markdown" dir="auto">
      {blocks.map((block, position) => (
        <Block
          key={position}
          block={block}
          highlight={position < finished ? highlight : undefined}
        />
      ))}
      {rest !== '' && (
        <div class="markdown-source">
          <BoundedText text={rest} />
        </div>
      )}
    </div>
  );
});

/** Only code between fences says what language it is in. */
const FENCE = '```';

/** Of a text that is too long, between two of its paragraphs where that is possible. */
function formattedEnd(text: string): number {
  if (text.length <= MAX_CHARS) return text.length;
  const gap = text.lastIndexOf('\n\n', MAX_CHARS);
  return gap > 0 ? gap : MAX_CHARS;
}

interface BlockProps {
  block: MarkdownBlock;
  highlight: Highlight | undefined;
}

/** Its source stands for the block: the object is another one each time the text grows. */
const Block = memo(
  ({ block, highlight }: BlockProps): VNode => (
    <div class="block" dangerouslySetInnerHTML={{ __html: renderBlock(block, highlight) }} />
  ),
  ({ block, highlight }) => `${highlight !== undefined} ${block.source}`,
);
