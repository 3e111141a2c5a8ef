import type { WorkspacePath } from '../workspace-path.js';

/** What a tool is going to do to a file. */
export interface FileChange {
  kind: 'edit' | 'write';
  path: WorkspacePath;
  /** What the file holds now; `null` where there is none, `undefined` where it is not known. */
  before: string | null | undefined;
  after: string;
}

/** By the arguments of the call: the very object that the tool is run with. */
const shown = new WeakMap<object, FileChange['before']>();

/** This change was shown to somebody, who may now decide about it for as long as they like. */
export function showChange(args: object, { before }: FileChange): void {
  shown.set(args, before);
}

/** @throws Error, worded for the model, when the file is not any more what somebody decided about. */
export function checkShown(args: object, { path, before }: FileChange): void {
  if (!shown.has(args) || shown.get(args) === before) return;
  throw new Error(
    `"${path.relative}" was changed after this change of it had been shown to the user. Read it again.`,
  );
}
