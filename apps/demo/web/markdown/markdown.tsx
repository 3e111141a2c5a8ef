import type { VNode } from 'preact';
import { memo } from '../shared/memo.js';
import { blocksOf, renderBlock, type MarkdownBlock } from './blocks.js';

/** A Markdown text of whatever origin. */
export const Markdown = memo(({ text }: { text: string }): VNode => {
  return (
    <div class="markdown" dir="auto">
      {blocksOf(text).map((block, position) => (
        <Block key={position} source={block.source} block={block} />
      ))}
    </div>
  );
});

/** `source` stands for the block: the object is another one each time the text grows. */
const Block = memo(
  ({ block }: { source: string; block: MarkdownBlock }): VNode => (
    <div class="block" dangerouslySetInnerHTML={{ __html: renderBlock(block) }} />
  ),
  ({ source }) => source,
);
