import { stat } from 'node:fs/promises';
import type { AgentTool } from '@earendil-works/pi-agent-core';
import { Type } from '@earendil-works/pi-ai';
import { findInWorkspace, type WorkspacePath } from '../workspace-path.js';
import { onPath, textResult, type ToolDetails } from './result.js';
import { linesOf, readTextFile } from './text-file.js';
import { walk } from './walk.js';

const MAX_MATCHES = 100;
/** Beyond this a search takes minutes; the model is told to name a folder. */
const MAX_FILES = 10_000;
const MAX_LINE_CHARS = 240;

const parameters = Type.Object({
  text: Type.String({ minLength: 1, description: 'Text to look for, as it is: no pattern' }),
  path: Type.Optional(
    Type.String({ description: 'File or folder to search. Default: the whole workspace' }),
  ),
  matchCase: Type.Optional(Type.Boolean({ description: 'Default: false' })),
});

/** A line that holds the text. */
interface Match {
  path: string;
  line: number;
  text: string;
}

/**
 * Searches the text files of the workspace at `root` for a plain text. No regular expressions: one
 * that a model writes could keep the server busy for minutes.
 */
export function createSearchTool(root: string): AgentTool<typeof parameters, ToolDetails> {
  return {
    name: 'search',
    label: 'Search',
    description: `Search text files for a plain text; answers "path:line: text". At most ${MAX_MATCHES} matches.`,
    parameters,
    async execute(_toolCallId, { text, path = '.', matchCase = false }, signal) {
      const start = await findInWorkspace(root, path);
      const fold = (line: string) => (matchCase ? line : line.toLowerCase());
      const wanted = fold(text);
      const matches: Match[] = [];
      let files = 0;
      for await (const file of filesBelow(start, signal)) {
        if (files === MAX_FILES) {
          throw new Error(`More than ${MAX_FILES} files: search a folder of its own.`);
        }
        files++;
        matches.push(...(await matchesIn(file, (line) => fold(line).includes(wanted))));
        if (matches.length > MAX_MATCHES) break;
      }
      return describe(text, matches, files);
    },
  };
}

async function* filesBelow(
  start: WorkspacePath,
  signal?: AbortSignal,
): AsyncGenerator<WorkspacePath> {
  const found = await onPath(start.relative, stat(start.absolute));
  if (found.isFile()) return yield start;
  const prefix = start.relative === '.' ? '' : `${start.relative}/`;
  for await (const entry of walk(start.absolute, { signal })) {
    if (entry.kind === 'file')
      yield { absolute: entry.absolute, relative: prefix + entry.relative };
  }
}

async function matchesIn(file: WorkspacePath, holds: (line: string) => boolean): Promise<Match[]> {
  // Binary, huge or unreadable: nothing to find in it, and no reason to give up the search.
  const text = await readTextFile(file).catch(() => '');
  return linesOf(text).flatMap((line, at) =>
    holds(line) ? [{ path: file.relative, line: at + 1, text: shorten(line.trim()) }] : [],
  );
}

function shorten(line: string): string {
  return line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)}…` : line;
}

function describe(text: string, matches: Match[], files: number) {
  const truncated = matches.length > MAX_MATCHES;
  const shown = matches.slice(0, MAX_MATCHES);
  const lines = shown.map((match) => `${match.path}:${match.line}: ${match.text}`);
  if (truncated) lines.push(`… more than ${MAX_MATCHES} matches; search a folder or a longer text`);
  return textResult(lines.join('\n') || `No match for ${JSON.stringify(text)} in ${files} files.`, {
    matches: shown.length,
    matchingFiles: new Set(shown.map((match) => match.path)).size,
    searchedFiles: files,
    ...(truncated && { truncated }),
  });
}
