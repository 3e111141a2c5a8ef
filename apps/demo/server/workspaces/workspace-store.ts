import { randomBytes } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { badRequest } from '../http/api-error.js';
import { writeAtomically } from '../storage/atomic-file.js';
import { readStored, type Report } from '../storage/read-stored.js';
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

/** The workspaces that are known, kept in one file. */
export interface WorkspaceStore {
  list(): Workspace[];
  get(id: string): Workspace | undefined;
  /**
   * Adds a folder. One that is known already keeps its id.
   *
   * @throws ApiError 400 where there is no such folder.
   */
  add(input: { path: string; name?: string | undefined }): Promise<Workspace>;
  /** Takes back one that a session names and the file has lost. */
  restore(workspace: Pick<Workspace, 'id' | 'path'>): void;
}

/** Reads the workspaces; the first start makes the sample project one. */
export async function openWorkspaces(dataFolder: string, report: Report): Promise<WorkspaceStore> {
  const file = join(dataFolder, 'workspaces.json');
  const stored = await readStored(file, parseWorkspaces, report);
  const workspaces = new Map((stored ?? []).map((workspace) => [workspace.id, workspace]));
  let saving = Promise.resolve();

  const store: WorkspaceStore = {
    list: () => [...workspaces.values()],
    get: (id) => workspaces.get(id),
    async add({ path, name }) {
      const folder = await folderAt(path);
      const known = [...workspaces.values()].find((workspace) => workspace.path === folder);
      if (known) return known;
      const workspace: Workspace = {
        id: randomBytes(6).toString('hex'),
        name: name ?? (basename(folder) || folder),
        path: folder,
        createdAt: Date.now(),
      };
      workspaces.set(workspace.id, workspace);
      await save();
      return workspace;
    },
    restore({ id, path }) {
      if (workspaces.has(id)) return;
      workspaces.set(id, { id, path, name: basename(path), createdAt: Date.now() });
    },
  };
  if (stored === undefined) {
    const folder = join(dataFolder, 'sample-project');
    await writeSampleProject(folder);
    await store.add({ path: folder, name: 'Sample project' });
  }
  return store;

  /** One write at a time, each of what is known when it begins. */
  function save(): Promise<void> {
    const write = (): Promise<void> => {
      const content = { version: 1, workspaces: [...workspaces.values()] };
      return writeAtomically(file, JSON.stringify(content, null, 2));
    };
    const saved = saving.then(write);
    saving = saved.catch(() => {});
    return saved;
  }
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

function parseWorkspaces(content: unknown): Workspace[] {
  const { version, workspaces } = content as { version?: unknown; workspaces?: unknown };
  if (version !== 1 || !Array.isArray(workspaces) || !workspaces.every(isWorkspace)) {
    throw new Error('it is not a list of workspaces of version 1');
  }
  return workspaces;
}

function isWorkspace(value: unknown): value is Workspace {
  const { id, name, path, createdAt } = (value ?? {}) as Record<string, unknown>;
  return (
    [id, name, path].every((field) => typeof field === 'string') && typeof createdAt === 'number'
  );
}
