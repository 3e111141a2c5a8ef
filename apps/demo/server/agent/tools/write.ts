import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AgentTool } from '@earendil-works/pi-agent-core';
import { Type } from '@earendil-works/pi-ai';
import { findInWorkspace } from '../workspace-path.js';
import { onPath, textResult, type ToolDetails } from './result.js';
import { linesOf, MAX_FILE_BYTES } from './text-file.js';

const parameters = Type.Object({
  path: Type.String({
    minLength: 1,
    description: 'File, relative to the workspace. Folders are made as needed',
  }),
  content: Type.String({ description: 'The whole new content' }),
});

/** Creates or replaces a file of the workspace at `root`. */
export function createWriteTool(root: string): AgentTool<typeof parameters, ToolDetails> {
  return {
    name: 'write',
    label: 'Write a file',
    description: 'Create a file, or replace all of it. To change a part of a file use edit.',
    parameters,
    // Two calls of one answer may name the same file: they run in the order they were asked for.
    executionMode: 'sequential',
    async execute(_toolCallId, { path, content }) {
      const bytes = Buffer.byteLength(content);
      if (bytes > MAX_FILE_BYTES) {
        throw new Error(`The content is too large: ${bytes} bytes, at most ${MAX_FILE_BYTES}.`);
      }
      const file = await findInWorkspace(root, path);
      const created = await isMissing(file.absolute);
      await onPath(file.relative, mkdir(dirname(file.absolute), { recursive: true }));
      await onPath(file.relative, writeFile(file.absolute, content));
      const lines = linesOf(content).length;
      return textResult(
        `${created ? 'Created' : 'Replaced'} ${file.relative}: ${lines} ${lines === 1 ? 'line' : 'lines'}, ${bytes} bytes.`,
        {
          path: file.relative,
          created,
          lines,
          bytes,
        },
      );
    },
  };
}

async function isMissing(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    () => true,
  );
}
