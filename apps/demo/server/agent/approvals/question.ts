import type { ApprovalVerdict, CallToApprove } from '@loop/pi';
import type { GuardedObserver } from '../observer.js';
import { planEdit, type EditArguments } from '../tools/edit.js';
import { showChange, type FileChange } from '../tools/file-change.js';
import { planWrite, type WriteArguments } from '../tools/write.js';
import { diffOf } from './diff.js';
import { visible } from './visible.js';

/** Somebody who decides must be able to read all of it. */
const MAX_COMMAND_CHARS = 4_000;

/**
 * What will happen, for the person who decides. A call that is bound to fail asks nobody: the model
 * learns at once what is wrong with it.
 */
export async function questionAbout(
  { toolName, args }: CallToApprove,
  workspace: string,
  observer: GuardedObserver,
): Promise<ApprovalVerdict> {
  switch (toolName) {
    case 'shell':
      return aboutCommand(args as ShellArguments, workspace);
    case 'write':
      return aboutChange(
        args as WriteArguments,
        planWrite(workspace, args as WriteArguments, observer),
      );
    case 'edit':
      return aboutChange(
        args as EditArguments,
        planEdit(workspace, args as EditArguments, observer),
      );
    default:
      return { title: `Run ${toolName}`, input: args };
  }
}

interface ShellArguments {
  command: string;
  timeoutSeconds?: number;
}

function aboutCommand(
  { command, timeoutSeconds }: ShellArguments,
  folder: string,
): ApprovalVerdict {
  if (command.length > MAX_COMMAND_CHARS) {
    return {
      deny: `Denied: nobody can judge a command of ${command.length} characters. Write it to a script file, and run that.`,
    };
  }
  return {
    kind: 'command',
    title: 'Run a command',
    detail: visible(command),
    input: {
      ...{ command: visible(command), folder, sessionScope: 'this very command' },
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    },
    key: `shell ${timeoutSeconds ?? ''} ${command}`,
  };
}

async function aboutChange(args: object, planned: Promise<FileChange>): Promise<ApprovalVerdict> {
  const change = await planned.catch((error: unknown) => error as Error);
  if (change instanceof Error) return { deny: change.message };
  // What is decided about is what was shown: the tool looks whether the file is still the same.
  showChange(args, change);
  const { path, before } = change;
  const diff = diffOf(change);
  return {
    kind: 'file-write',
    title: `${verbFor(change)} ${visible(path.relative)}`,
    detail: diff.text,
    input: {
      path: visible(path.relative),
      change: before === null ? 'create' : 'replace',
      addedLines: diff.added,
      removedLines: diff.removed,
      ...(diff.isCut && { isCut: true }),
      sessionScope: `every change of ${visible(path.relative)}`,
    },
    key: `file ${path.absolute}`,
  };
}

function verbFor({ before, kind }: FileChange): string {
  if (kind === 'edit') return 'Edit';
  return before === null ? 'Create' : 'Replace';
}
