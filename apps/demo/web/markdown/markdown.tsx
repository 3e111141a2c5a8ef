import type { VNode } from 'preact';
import { useHighlighter, type Highlight } from '../code/use-highlighter.js';
import { memo } from '../shared/memo.js';
import { blocksOf, renderBlock, type MarkdownBlock } from './blocks.js';

interface MarkdownProps {
  text: string;
  /** More of it may come: its last block is not finished. */
  isLive?: boolean;
}

/** A Markdown text of whatever origin. */
export const Markdown = memo(({ text, isLive = false }: MarkdownProps): VNode => {
  const blocks = blocksOf(text);
  const highlight = useHighlighter(text.includes(FENCE));
  const finished = isLive ? blocks.length - 1 : blocks.length;
  return (
    <div class="markdown" dir="auto">
      {blocks.map((block, position) => (
        <Block
          key={position}
          block={block}
          highlight={position < finished ? highlight : undefined}
        />
      ))}
    </div>
  );
});

/** Only code between fences says what language it is in. */
const FENCE = '```';

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
