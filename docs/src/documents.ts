import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMarkdown, type Markdown } from './markdown.ts';

/** A document, named by its path from the root. */
export interface Document extends Markdown {
  readonly name: string;
}

/** Something in a document that does not hold. */
export interface Problem {
  readonly document: string;
  readonly line: number;
  readonly message: string;
}

/** The folder that everything is in. */
export const root: string = join(import.meta.dirname, '..', '..');

/** Folders whose READMEs, at any depth, are documents, beside the Markdown files of the root. */
const FOLDERS = ['packages', 'apps', 'examples', 'bench', 'docs', 'fixtures'];
const NOT_OURS = new Set(['node_modules', 'dist', '.snippets', '.turbo', 'coverage']);

/** All documents of the repository. */
export function readDocuments(): Document[] {
  const own = readdirSync(root).filter((name) => name.endsWith('.md'));
  const others = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap(readmesIn);
  return [...own.sort(), ...others.sort()].map(readDocument);
}

/** One document by its path from the root. */
export function readDocument(name: string): Document {
  return documentOf(name, readFileSync(join(root, name), 'utf8'));
}

/** A document that is not, or not yet, a file. */
export function documentOf(name: string, text: string): Document {
  return { name, ...parseMarkdown(text) };
}

/** A problem as a test shows it, in the form that editors make a link of. */
export function format({ document, line, message }: Problem): string {
  return `${document}:${line}: ${message}`;
}

function readmesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : readmesIn(path);
    return entry.name === 'README.md' ? [path] : [];
  });
}
