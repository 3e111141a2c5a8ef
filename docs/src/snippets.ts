import type { Document } from './documents.ts';
import type { CodeBlock, Located } from './markdown.ts';

/** A block of a document's code as a module of its own. */
export interface Snippet {
  readonly document: string;
  /** A name for its file. */
  readonly file: string;
  /** Its lines, each with the line of the document that it comes from. */
  readonly lines: readonly Located[];
}

const EXTENSIONS: Record<string, string> = {
  ts: 'ts',
  typescript: 'ts',
  tsx: 'tsx',
  js: 'js',
  javascript: 'js',
  jsx: 'jsx',
};

/**
 * A document's TypeScript and JavaScript as modules. A comment directly before a block says what
 * the block is given: `<!-- given` and declarations, or `<!-- continues` for a block that goes on
 * from the one before, with or without declarations of its own.
 */
export function snippetsOf({ name, blocks }: Document): Snippet[] {
  let before: Located[] = [];
  return blocks.flatMap((block) => {
    const extension = EXTENSIONS[block.language];
    if (extension === undefined) return [];
    const { isContinuation, declarations } = read(block.comment);
    const lines = [...(isContinuation ? before : []), ...declarations, ...linesOf(block)];
    before = lines;
    const file = `${name.replaceAll(/\W+/g, '-')}-${block.line}.${extension}`;
    return [{ document: name, file, lines: [...lines, { text: 'export {};', line: block.line }] }];
  });
}

function read(comment: Located | undefined): {
  isContinuation: boolean;
  declarations: Located[];
} {
  const [, word, declarations = ''] =
    /^<!--\s*(given|continues)\b([^]*?)(?:-->|$)/.exec(comment?.text ?? '') ?? [];
  if (word === undefined || comment === undefined)
    return { isContinuation: false, declarations: [] };
  return {
    isContinuation: word === 'continues',
    declarations: linesOf({ text: declarations, line: comment.line }),
  };
}

function linesOf({ text, line }: Pick<CodeBlock, 'text' | 'line'>): Located[] {
  return text.split('\n').map((each, index) => ({ text: each, line: line + index }));
}
