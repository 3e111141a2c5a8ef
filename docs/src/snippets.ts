import type { Document } from './documents.ts';
import type { CodeBlock, Located } from './markdown.ts';

/** A block of a document's code, or several that belong together, as a module of its own. */
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
 * the block is given: `<!-- given` and declarations, or `<!-- continues` for a block that is one
 * module with the one before, with or without declarations of its own.
 */
export function snippetsOf({ name, blocks }: Document): Snippet[] {
  const snippets: Snippet[] = [];
  for (const block of blocks) {
    const extension = EXTENSIONS[block.language];
    if (extension === undefined) continue;
    const { isContinuation, declarations } = read(block.comment);
    const before = isContinuation ? (snippets.pop()?.lines ?? []) : [];
    const lines = [
      ...before,
      ...declarations,
      ...linesOf(block),
      { text: 'export {};', line: block.line },
    ];
    const file = `${name.replaceAll(/\W+/g, '-')}-${block.line}.${extension}`;
    snippets.push({ document: name, file, lines });
  }
  return snippets;
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
