import { writeFile } from 'node:fs/promises';
import type { AgentTool } from '@earendil-works/pi-agent-core';
import { Type, type Static } from '@earendil-works/pi-ai';
import type { GuardedObserver } from '../observer.js';
import { checkShown, type FileChange } from './file-change.js';
import { findForWriting } from './find-for-writing.js';
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

/** What an edit is called with. */
export type EditArguments = Static<typeof parameters>;

/** An edit that is going to be made. */
export interface PlannedEdit extends FileChange {
  replacements: number;
  /** Number of the line that the first one begins in. */
  firstLine: number;
}

/** Replaces a piece of a file of the workspace at `root`. */
export function createEditTool(
  root: string,
  observer: GuardedObserver,
): AgentTool<typeof parameters, ToolDetails> {
  return {
    name: 'edit',
    label: 'Edit a file',
    description:
      'Replace a piece of a text file. The old text must occur exactly once, unless all is set.',
    parameters,
    // An edit reads before it writes: a second one at the same time would be lost.
    executionMode: 'sequential',
    async execute(_toolCallId, args) {
      const edit = await planEdit(root, args, observer);
      checkShown(args, edit);
      const { path, after, replacements, firstLine } = edit;
      await onPath(path.relative, writeFile(path.absolute, after));
      return textResult(
        `Edited ${path.relative}: ${replacements === 1 ? 'one place' : `${replacements} places`}.`,
        { path: path.relative, replacements, firstLine },
      );
    },
  };
}

/**
 * What an edit would do now.
 *
 * @throws Error, worded for the model, when it cannot be made.
 */
export async function planEdit(
  root: string,
  { path, oldText, newText, all = false }: EditArguments,
  observer: GuardedObserver,
): Promise<PlannedEdit> {
  const file = await findForWriting(root, path, 'edit', observer);
  const before = await readTextFile(file);
  const withItsLineEnds = lineEndsOf(before);
  const pieces = before.split(withItsLineEnds(oldText));
  const replacements = pieces.length - 1;
  if (replacements === 0) {
    throw new Error(
      `The old text does not occur in "${file.relative}". Read the file and copy it exactly.`,
    );
  }
  if (replacements > 1 && !all) {
    throw new Error(
      `The old text occurs ${replacements} times in "${file.relative}". Give more of it, or set all.`,
    );
  }
  const after = pieces.join(withItsLineEnds(newText));
  const firstLine = pieces[0]?.split('\n').length ?? 1;
  return { kind: 'edit', path: file, before, after, replacements, firstLine };
}

/** Gives a text the line ends of the file: models write `\n`, also about files with `\r\n`. */
function lineEndsOf(file: string): (text: string) => string {
  return file.includes('\r\n') ? (text) => text.replaceAll(/\r?\n/g, '\r\n') : (text) => text;
}
