import { writeFile } from 'node:fs/promises';
import type { AgentTool } from '@earendil-works/pi-agent-core';
import { Type } from '@earendil-works/pi-ai';
import { findInWorkspace } from '../workspace-path.js';
import { onPath, textResult, type ToolDetails } from './result.js';
import { readTextFile } from './text-file.js';

const parameters = Type.Object({
  path: Type.String({ description: 'File, relative to the workspace' }),
  oldText: Type.String({
    minLength: 1,
    description: 'Text to replace, exactly as it stands in the file',
  }),
  newText: Type.String({ description: 'What takes its place' }),
  all: Type.Optional(
    Type.Boolean({ description: 'Replace every occurrence. Default: exactly one is expected' }),
  ),
});

/** Replaces a piece of a file of the workspace at `root`. */
export function createEditTool(root: string): AgentTool<typeof parameters, ToolDetails> {
  return {
    name: 'edit',
    label: 'Edit a file',
    description:
      'Replace a piece of a text file. The old text must occur exactly once, unless all is set.',
    parameters,
    // An edit reads before it writes: a second one at the same time would be lost.
    executionMode: 'sequential',
    async execute(_toolCallId, { path, oldText, newText, all = false }) {
      const file = await findInWorkspace(root, path);
      const text = await readTextFile(file);
      const withItsLineEnds = lineEndsOf(text);
      const pieces = text.split(withItsLineEnds(oldText));
      const found = pieces.length - 1;
      if (found === 0) {
        throw new Error(
          `The old text does not occur in "${file.relative}". Read the file and copy it exactly.`,
        );
      }
      if (found > 1 && !all) {
        throw new Error(
          `The old text occurs ${found} times in "${file.relative}". Give more of it, or set all.`,
        );
      }
      await onPath(file.relative, writeFile(file.absolute, pieces.join(withItsLineEnds(newText))));
      return textResult(
        `Edited ${file.relative}: ${found === 1 ? 'one place' : `${found} places`}.`,
        {
          path: file.relative,
          replacements: found,
          firstLine: pieces[0]?.split('\n').length,
        },
      );
    },
  };
}

/** Gives a text the line ends of the file: models write `\n`, also about files with `\r\n`. */
function lineEndsOf(file: string): (text: string) => string {
  return file.includes('\r\n') ? (text) => text.replaceAll(/\r?\n/g, '\r\n') : (text) => text;
}
