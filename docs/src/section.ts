import type { Document } from './documents.ts';
import type { CodeBlock } from './markdown.ts';

/** The blocks under a heading, of these languages if any are named. */
export function blocksUnder(
  { blocks }: Document,
  heading: string,
  ...languages: string[]
): CodeBlock[] {
  return blocks.filter(
    (block) =>
      block.heading === heading && (languages.length === 0 || languages.includes(block.language)),
  );
}

/** The rows of the tables under a heading, without their heads, each as the texts of its cells. */
export function rowsUnder({ prose }: Document, heading: string): string[][] {
  const rows = prose.filter((line) => line.heading === heading && line.text.startsWith('|'));
  const isRule = (text: string | undefined): boolean => /^\|[\s|:-]+\|$/.test(text ?? '');
  return rows
    .filter((row, at) => !isRule(row.text) && !isRule(rows[at + 1]?.text))
    .map(({ text }) =>
      text
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
