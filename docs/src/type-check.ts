import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Problem } from './documents.ts';
import type { Snippet } from './snippets.ts';

const folders = join(import.meta.dirname, '..', '.snippets');
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

/** As strict as a reader's own project may be, but for how a record's fields are written. */
const config = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: {
    noEmit: true,
    declaration: false,
    declarationMap: false,
    isolatedDeclarations: false,
    noPropertyAccessFromIndexSignature: false,
    allowJs: true,
    checkJs: true,
    jsx: 'react-jsx',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: ['node'],
  },
};

/**
 * Compiles snippets, all in one run of the compiler. What is no TypeScript at all keeps it from
 * looking at anything else, so the others are then compiled without it.
 */
export function typeCheck(snippets: readonly Snippet[]): Problem[] {
  const problems = compile(snippets);
  const unreadable = new Set(problems.filter(isSyntax).map(({ snippet }) => snippet));
  const others = snippets.filter((snippet) => !unreadable.has(snippet));
  return unreadable.size === 0 ? problems : [...problems, ...compile(others)];
}

interface Fault extends Problem {
  readonly snippet: Snippet;
}

/** In a folder of this run's own: it lies in this package, so that snippets find what that depends on. */
function compile(snippets: readonly Snippet[]): Fault[] {
  mkdirSync(folders, { recursive: true });
  const folder = mkdtempSync(join(folders, 'run-'));
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    for (const { file, lines } of snippets) {
      writeFileSync(join(folder, file), lines.map(({ text }) => text).join('\n'));
    }
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [compiler, '-p', folder, '--pretty', 'false'],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    const faults = faultsIn(stdout, snippets);
    if (status === 0 || faults.length > 0) return faults;
    throw new Error(`The compiler failed with ${status}.\n${stdout}${stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ERROR = /^(\S+)\((\d+),\d+\): error (.*(?:\n {2}.*)*)/gm;

/** What the compiler says, at the document's line. */
function faultsIn(output: string, snippets: readonly Snippet[]): Fault[] {
  const byFile = new Map(snippets.map((snippet) => [snippet.file, snippet]));
  return [...output.matchAll(ERROR)].map(([, path = '', number, message = '']) => {
    const snippet = byFile.get(basename(path));
    if (snippet === undefined) throw new Error(`Not a snippet's fault: ${path}: ${message}`);
    const line = snippet.lines[Number(number) - 1]?.line ?? 0;
    return { document: snippet.document, line, message, snippet };
  });
}

function isSyntax({ message }: Fault): boolean {
  return /^TS1\d{3}:/.test(message);
}
