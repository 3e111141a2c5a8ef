import type { ImageContent, TextContent } from '@loop/events';

/** What a message or a tool shows, whatever form it came in. */
export interface Content {
  text: string;
  /** As `data:` URLs. */
  images: string[];
}

const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif)$/i;

/** Reads a message's content, or a tool's result: agents are free in what they put there. */
export function contentOf(value: unknown): Content {
  if (value === undefined || value === null) return { text: '', images: [] };
  if (typeof value === 'string') return { text: value, images: [] };
  const blocks: unknown = Array.isArray(value) ? value : Reflect.get(Object(value), 'content');
  if (typeof blocks === 'string') return { text: blocks, images: [] };
  if (!Array.isArray(blocks)) return { text: JSON.stringify(value, null, 2), images: [] };
  return {
    text: blocks
      .filter(isText)
      .map(({ text }) => text)
      .join('\n'),
    images: blocks.filter(isPicture).map(({ mimeType, data }) => `data:${mimeType};base64,${data}`),
  };
}

function isText(block: unknown): block is TextContent {
  const { type, text } = Object(block) as Partial<TextContent>;
  return type === 'text' && typeof text === 'string';
}

function isPicture(block: unknown): block is ImageContent {
  const { type, data, mimeType } = Object(block) as Partial<ImageContent>;
  return type === 'image' && typeof data === 'string' && PICTURE.test(String(mimeType));
}
