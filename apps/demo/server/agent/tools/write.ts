import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AgentTool } from '@earendil-works/pi-agent-core';
import { Type, type Static } from '@earendil-works/pi-ai';
import type { GuardedObserver } from '../observer.js';
import type { WorkspacePath } from '../workspace-path.js';
import { checkShown, type FileChange } from './file-change.js';
import { findForWriting } from './find-for-writing.js';
import { onPath, textResult, type ToolDetails } from './result.js';
import { linesOf, MAX_FILE_BYTES, readTextFile } from './text-file.js';

const parameters = Type.Object({
  path: Type.String({
    minLength: 1,
    description: 'File, relative to the workspace. Folders are made as needed',
  }),
  content: Type.String({ description: 'The whole new content' }),
});

/** What a file is written with. */
export type WriteArguments = Static<typeof parameters>;

/** Creates or replaces a file of the workspace at `root`. */
export function createWriteTool(
  root: string,
  observer: GuardedObserver,
): AgentTool<typeof parameters, ToolDetails> {
  return {
    name: 'write',
    label: 'Write a file',
    description: 'Create a file, or replace all of it. To change a part of a file use edit.',
    parameters,
    // Two calls of one answer may name the same file: they run in the order they were asked for.
    executionMode: 'sequential',
    async execute(_toolCallId, args) {
      const change = await planWrite(root, args, observer);
      checkShown(args, change);
      const { path, after } = change;
      const created = change.before === null;
      await onPath(path.relative, mkdir(dirname(path.absolute), { recursive: true }));
      await onPath(path.relative, writeFile(path.absolute, after));
      const bytes = Buffer.byteLength(after);
      const lines = linesOf(after).length;
      return textResult(
        `${created ? 'Created' : 'Replaced'} ${path.relative}: ${lines} ${lines === 1 ? 'line' : 'lines'}, ${bytes} bytes.`,
        { path: path.relative, created, lines, bytes },
      );
    },
  };
}

/**
 * What writing the file would do now.
 *
 * @throws Error, worded for the model, when it cannot be written.
 */
export async function planWrite(
  root: string,
  { path, content }: WriteArguments,
  observer: GuardedObserver,
): Promise<FileChange> {
  const bytes = Buffer.byteLength(content);
  if (bytes > MAX_FILE_BYTES) {
    throw new Error(`The content is too large: ${bytes} bytes, at most ${MAX_FILE_BYTES}.`);
  }
  const file = await findForWriting(root, path, 'write', observer);
  return { kind: 'write', path: file, before: await contentOf(file), after: content };
}

/** `null`: no such file. `undefined`: not text, or too large, which does not hinder replacing it. */
async function contentOf(file: WorkspacePath): Promise<string | null | undefined> {
  const found = await stat(file.absolute).catch(() => null);
  if (found === null) return null;
  if (found.isDirectory()) throw new Error(`"${file.relative}": it is a folder, not a file.`);
  return readTextFile(file).catch(() => undefined);
}
