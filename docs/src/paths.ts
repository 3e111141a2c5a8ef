import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, type Document, type Problem } from './documents.ts';
import type { Located } from './markdown.ts';

/** Languages whose blocks hold commands, with paths in them. */
const SHELL = new Set(['', 'sh', 'bash', 'shell', 'console']);

/** Code of a document that is typed into a terminal, or named in a sentence, line by line. */
export function commandLines({ blocks, spans }: Document): Located[] {
  const shell = blocks.filter(({ language }) => SHELL.has(language));
  return [
    ...shell.flatMap(({ text, line }) =>
      text.split('\n').map((each, index) => ({ text: each, line: line + index })),
    ),
    ...spans,
  ];
}

/**
 * Paths in code that are not there. A path is what has a slash and begins with a folder that is in
 * the root, beside the document, or in the folder that the line enters; up to its first placeholder it has to exist, unless Git
 * ignores it, because then a build makes it.
 */
export function checkPaths(document: Document): Problem[] {
  return commandLines(document).flatMap(({ text, line }) => {
    const entered = /\bcd (\S+)/.exec(text)?.[1];
    const bases = ['.', dirname(document.name), ...(entered === undefined ? [] : [entered])];
    return [...text.matchAll(PATH)].flatMap(([token]) => {
      const path = withoutPlaceholder(token);
      if (isThere(path, bases)) return [];
      return [{ document: document.name, line, message: `${path} is not there` }];
    });
  });
}

const PATH = /(?<![\w./@:$~-])[\w.-]+\/[^\s'"`(),;|&]*/g;
const PLACEHOLDER = /[*<{…[:?=]/u;

/** The folder before the first part that stands for something else. */
function withoutPlaceholder(token: string): string {
  const at = token.search(PLACEHOLDER);
  return at === -1 ? token.replace(/[.]+$/, '') : token.slice(0, token.lastIndexOf('/', at) + 1);
}

function isThere(path: string, bases: readonly string[]): boolean {
  const [first = ''] = path.split('/');
  const homes = bases.filter((base) => isFolder(join(root, base, first)));
  if (first === '.' || homes.length === 0) return true;
  return homes.some((base) => {
    const whole = join(base, path);
    return existsSync(join(root, whole)) || isIgnored(whole);
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean);

function isIgnored(path: string): boolean {
  const parts = path.split('/');
  return ignored.some((pattern) =>
    pattern.endsWith('/') ? parts.includes(pattern.slice(0, -1)) : pattern === path,
  );
}
