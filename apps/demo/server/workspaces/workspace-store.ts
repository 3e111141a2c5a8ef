import { randomBytes } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { badRequest } from '../http/api-error.js';
import { openStored, type Report } from '../storage/read-stored.js';
import { listOf, object, oneOf, text, time } from '../storage/shape.js';
import { writeSampleProject } from './sample-project.js';

/** A folder that agents work on. */
export interface Workspace {
  id: string;
  name: string;
  /** Absolute, links resolved. */
  path: string;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** One that was taken off the list is kept: with its id its sessions come back. */
interface StoredWorkspace extends Workspace {
  removed?: true;
}

/** The workspaces that are known, kept in one file. */
export interface WorkspaceStore {
  list(): Workspace[];
  get(id: string): Workspace | undefined;
  /**
   * Adds a folder. One that is known already keeps its id, and its name unless another is given for
   * one that was removed.
   *
   * @throws ApiError 400 where there is no such folder; all changes: 500 `not-saved`.
   */
  add(input: { path: string; name?: string | undefined }): Promise<Workspace>;
  /** `undefined` where there is none. */
  rename(id: string, name: string): Promise<Workspace | undefined>;
  /** Takes it off the list. Its folder stays as it is. `false` where there is none. */
  remove(id: string): Promise<boolean>;
  /** Takes back one that a session names and the file has lost. */
  restore(workspace: Pick<Workspace, 'id' | 'path'>): void;
}

/** Reads the workspaces; the first start makes the sample project one. */
export async function openWorkspaces(dataFolder: string, report: Report): Promise<WorkspaceStore> {
  const file = await openStored(join(dataFolder, 'workspaces.json'), parseWorkspaces, report);
  let workspaces: readonly StoredWorkspace[] = file.content ?? [];
  let lastTurn: Promise<unknown> = Promise.resolve();

  const store: WorkspaceStore = {
    list: () => workspaces.filter(isListed).map(asListed),
    get: (id) => listed(id),
    async add({ path, name }) {
      const folder = await folderAt(path);
      return inTurn(async () => {
        const known = workspaces.find((workspace) => workspace.path === folder);
        if (known && isListed(known)) return known;
        const workspace: Workspace = {
          id: known?.id ?? randomBytes(6).toString('hex'),
          name: name ?? known?.name ?? (basename(folder) || folder),
          path: folder,
          createdAt: known?.createdAt ?? Date.now(),
        };
        await keep([...workspaces.filter(({ id }) => id !== workspace.id), workspace]);
        return workspace;
      });
    },
    rename: (id, name) =>
      inTurn(async () => {
        const renamed = listed(id);
        if (!renamed) return undefined;
        await keep(workspaces.map((one) => (one.id === id ? { ...one, name } : one)));
        return { ...renamed, name };
      }),
    remove: (id) =>
      inTurn(async () => {
        if (!listed(id)) return false;
        await keep(workspaces.map((one) => (one.id === id ? { ...one, removed: true } : one)));
        return true;
      }),
    restore({ id, path }) {
      if (workspaces.some((workspace) => workspace.id === id)) return;
      workspaces = [...workspaces, { id, path, name: basename(path), createdAt: Date.now() }];
    },
  };
  if (file.content === undefined && !file.isLeft) await addSampleProject();
  return store;

  async function addSampleProject(): Promise<void> {
    const folder = join(dataFolder, 'sample-project');
    try {
      await writeSampleProject(folder);
      await store.add({ path: folder, name: 'Sample project' });
    } catch (error) {
      report(`There is no sample project: ${(error as Error).message}`);
    }
  }

  function listed(id: string): Workspace | undefined {
    return store.list().find((workspace) => workspace.id === id);
  }

  /** One change after the other, each of what the one before has left. */
  function inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const turn = lastTurn.then(change);
    lastTurn = turn.catch(() => {});
    return turn;
  }

  /** What could not be written has not happened. */
  async function keep(next: readonly StoredWorkspace[]): Promise<void> {
    await file.write(JSON.stringify({ version: 1, workspaces: next }, null, 2));
    workspaces = next;
  }
}

function isListed({ removed }: StoredWorkspace): boolean {
  return removed !== true;
}

function asListed({ id, name, path, createdAt }: StoredWorkspace): Workspace {
  return { id, name, path, createdAt };
}

async function folderAt(path: string): Promise<string> {
  const wanted = path.replace(/^~(?=$|\/)/, homedir());
  if (!isAbsolute(wanted)) {
    throw badRequest(
      'not-a-folder',
      'path: expected an absolute path, or one that begins with ~/.',
    );
  }
  try {
    const folder = await realpath(wanted);
    if ((await stat(folder)).isDirectory()) return folder;
  } catch {
    // Said below: whatever hinders, the folder cannot be used.
  }
  throw badRequest('not-a-folder', 'path: there is no such folder, or it cannot be read.');
}

const workspacesShape = object({
  version: oneOf(1),
  workspaces: listOf(object({ id: text, name: text, path: text, createdAt: time })),
});

function parseWorkspaces(content: unknown): StoredWorkspace[] {
  if (workspacesShape(content) !== undefined) {
    throw new Error('it is not a list of workspaces of version 1');
  }
  return (content as { workspaces: StoredWorkspace[] }).workspaces;
}
