import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../storage/atomic-file.js';
import { readStored, type Report } from '../storage/read-stored.js';
import type { Workspace, WorkspaceStore } from '../workspaces/workspace-store.js';
import { openLiveSession, type LiveSession } from './live-session.js';
import type { CreateSessionAgent } from './session-agent.js';
import {
  newSessionFile,
  parseSessionFile,
  parseWholeFile,
  type SessionFacts,
  type SessionFile,
} from './session-file.js';

/** A session as a list shows it. */
export interface SessionSummary extends SessionFacts {
  isRunning: boolean;
}

/** All sessions, each in a file of its own. They are opened when somebody asks for them. */
export interface SessionStore {
  /** The workspace's sessions, the latest first. */
  list(workspaceId: string): SessionSummary[];
  create(workspace: Workspace): Promise<LiveSession>;
  /** `undefined` where there is none. */
  find(id: string): Promise<LiveSession | undefined>;
  /** Ends it and removes its file. `false` where there is none. */
  remove(id: string): Promise<boolean>;
  /** Ends and saves all that are open. */
  close(): Promise<void>;
}

/** What the store needs. */
export interface SessionStoreOptions {
  dataFolder: string;
  workspaces: WorkspaceStore;
  createAgent: CreateSessionAgent;
  report: Report;
}

/** Looks through the sessions on disk; damaged files are set aside. */
export async function openSessions(options: SessionStoreOptions): Promise<SessionStore> {
  const { dataFolder, workspaces, createAgent, report } = options;
  const folder = join(dataFolder, 'sessions');
  const closed = new Map<string, SessionFacts>();
  const live = new Map<string, Promise<LiveSession | undefined>>();
  const opened = new Map<string, LiveSession>();
  await readFolder();

  return {
    list(workspaceId) {
      const all = [...closed.values(), ...[...opened.values()].map((session) => session.facts)];
      return all
        .filter((facts) => facts.workspaceId === workspaceId)
        .sort((a, b) => b.updatedAt - a.updatedAt)
        .map((facts) => ({ ...facts, isRunning: isRunning(facts.id) }));
    },
    async create(workspace) {
      const file = newSessionFile(workspace);
      await write(file);
      const session = open(file);
      live.set(file.id, Promise.resolve(session));
      return session;
    },
    find,
    async remove(id) {
      const session = await find(id);
      if (!session) return false;
      forget(id);
      await session.discard();
      await rm(pathOf(id), { force: true });
      return true;
    },
    async close() {
      await Promise.all([...opened.values()].map((session) => session.close()));
    },
  };

  async function readFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    for (const name of names) {
      const file = await readStored(join(folder, name), parseSessionFile, report);
      if (!file) continue;
      workspaces.restore({ id: file.workspaceId, path: file.workspacePath });
      const { id, workspaceId, title, createdAt, updatedAt } = file;
      closed.set(id, { id, workspaceId, title, createdAt, updatedAt });
    }
  }

  /** Opens a session once, however many ask for it at the same time. */
  async function find(id: string): Promise<LiveSession | undefined> {
    if (!live.has(id) && closed.has(id)) {
      const loading = load(id);
      live.set(id, loading);
      // What failed for another reason than damage may succeed the next time.
      loading.catch(() => live.delete(id));
    }
    return live.get(id);
  }

  async function load(id: string): Promise<LiveSession | undefined> {
    const file = await readStored(pathOf(id), parseWholeFile, report);
    if (file) return open(file);
    forget(id);
    return undefined;
  }

  function open(file: SessionFile): LiveSession {
    const onError = (error: unknown): void => report(`Session ${file.id}: ${String(error)}`);
    const session = openLiveSession({ file, createAgent, write, onError });
    closed.delete(file.id);
    opened.set(file.id, session);
    return session;
  }

  function forget(id: string): void {
    closed.delete(id);
    live.delete(id);
    opened.delete(id);
  }

  function isRunning(id: string): boolean {
    return (opened.get(id)?.events.activeRunId ?? null) !== null;
  }

  function write(file: SessionFile): Promise<void> {
    return writeAtomically(pathOf(file.id), JSON.stringify(file));
  }

  function pathOf(id: string): string {
    return join(folder, `${id}.json`);
  }
}
