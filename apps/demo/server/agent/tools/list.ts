import { stat } from 'node:fs/promises';
import type { AgentTool } from '@earendil-works/pi-agent-core';
import { Type } from '@earendil-works/pi-ai';
import { findInWorkspace } from '../workspace-path.js';
import { onPath, textResult, type ToolDetails } from './result.js';
import { walk, type WalkEntry } from './walk.js';

const MAX_ENTRIES = 300;
const DEFAULT_DEPTH = 3;

const parameters = Type.Object({
  path: Type.Optional(
    Type.String({ description: 'Folder, relative to the workspace. Default: all of it' }),
  ),
  depth: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10, description: 'Levels to show. Default: 3' }),
  ),
});

/** Lists files and folders of the workspace at `root`, indented, without what machines made. */
export function createListTool(root: string): AgentTool<typeof parameters, ToolDetails> {
  return {
    name: 'list',
    label: 'List files',
    description: `List files and folders. Skips .git, node_modules and build output. At most ${MAX_ENTRIES} entries.`,
    parameters,
    async execute(_toolCallId, { path = '.', depth = DEFAULT_DEPTH }, signal) {
      const folder = await findInWorkspace(root, path);
      await requireFolder(folder.absolute, folder.relative);
      const entries: WalkEntry[] = [];
      let truncated = false;
      for await (const entry of walk(folder.absolute, { maxDepth: depth, signal })) {
        if (entries.length === MAX_ENTRIES) {
          truncated = true;
          break;
        }
        entries.push(entry);
      }
      const lines = entries.map(describe);
      if (truncated) lines.push(`… more than ${MAX_ENTRIES} entries; list a folder of its own`);
      return textResult(lines.join('\n') || '(empty)', {
        path: folder.relative,
        files: entries.filter((entry) => entry.kind === 'file').length,
        folders: entries.filter((entry) => entry.kind === 'folder').length,
        ...(truncated && { truncated }),
      });
    },
  };
}

async function requireFolder(absolute: string, path: string): Promise<void> {
  const found = await onPath(path, stat(absolute));
  if (!found.isDirectory()) throw new Error(`"${path}" is a file. Use the read tool for files.`);
}

function describe({ relative, kind, depth }: WalkEntry): string {
  const name = relative.slice(relative.lastIndexOf('/') + 1);
  const mark = kind === 'folder' ? '/' : kind === 'link' ? ' (link)' : '';
  return `${'  '.repeat(depth - 1)}${name}${mark}`;
}
