import type { SessionRegistry } from '@loop/events';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SessionSummary } from '../../wire/session.js';
import type { Models } from '../agent/models.js';
import { notReadable, notSaved } from '../http/api-error.js';
import { writeAtomically } from '../storage/atomic-file.js';
import { openFolder } from '../storage/open-folder.js';
import { readStored, writeStored, type Report } from '../storage/read-stored.js';
import type { SessionRecording, SessionTraces } from '../traces/session-traces.js';
import type { Workspace, WorkspaceStore } from '../workspaces/workspace-store.js';
import { openLiveSession, type LiveSession } from './live-session.js';
import type { CreateSessionAgent } from './session-agent.js';
import { factsIn, summaryOf, type SessionChoices, type SessionFacts } from './session-facts.js';
import {
  newSessionFile,
  parseSessionFile,
  parseWholeFile,
  type SessionFile,
} from './session-file.js';

/**
 * All sessions, each in a file of its own. They are opened when somebody asks for one; lists are
 * made of what is known of each without that. Those of a workspace that was removed are unknown,
 * until it is added again.
 */
export interface SessionStore {
  /** The workspace's sessions, the latest first: the archived ones, or all others. */
  list(workspaceId: string, which?: { archived: boolean }): SessionSummary[];
  summary(session: LiveSession): SessionSummary;
  /** @throws ApiError (rejects) `not-saved` */
  create(workspace: Workspace, choices?: SessionChoices): Promise<LiveSession>;
  /** `undefined` where there is none. */
  find(id: string): Promise<LiveSession | undefined>;
  /** The models are others now: those that are open go on with what their choice means from now on. */
  modelsChanged(): void;
  /**
   * Ends and saves it, and opens it anew from its file: as another stream.
   *
   * @throws ApiError (rejects) `not-saved`: it goes on as it was.
   */
  restart(session: LiveSession): Promise<LiveSession | undefined>;
  /**
   * Ends it and removes its file.
   *
   * @throws ApiError (rejects) `not-saved`: it is there as it was saved last.
   */
  remove(session: LiveSession): Promise<void>;
  /** Ends and saves those of a workspace. Their files stay. */
  endAll(workspaceId: string): Promise<void>;
  /** Ends and saves all that are open. */
  close(): Promise<void>;
}

/** What the store needs. */
export interface SessionStoreOptions {
  dataFolder: string;
  workspaces: WorkspaceStore;
  /** Watches those that are open. */
  registry: SessionRegistry;
  createAgent: CreateSessionAgent;
  models: Models;
  traces: SessionTraces;
  report: Report;
}

/** Looks through the sessions on disk; damaged files are set aside. */
export async function openSessions(options: SessionStoreOptions): Promise<SessionStore> {
  const { dataFolder, workspaces, registry, createAgent, models, traces, report } = options;
  const folder = join(dataFolder, 'sessions');
  const closed = new Map<string, SessionFacts>();
  const live = new Map<string, Promise<LiveSession | undefined>>();
  const opened = new Map<string, LiveSession>();
  /** Whoever asks for one of these waits: its file is about to be written. */
  const ending = new Map<string, Promise<void>>();
  await readFolder();

  return {
    list(workspaceId, { archived } = { archived: false }) {
      return [...closed.values(), ...[...opened.values()].map(({ facts }) => facts)]
        .filter((facts) => facts.workspaceId === workspaceId && facts.archived === archived)
        .sort((a, b) => b.updatedAt - a.updatedAt)
        .map((facts) => summary(facts, opened.get(facts.id)));
    },
    summary: (session) => summary(session.facts, session),
    modelsChanged() {
      for (const { settings } of opened.values()) settings.modelsChanged();
    },
    async create(workspace, choices) {
      const file = newSessionFile(workspace, choices);
      await writeStored(pathOf(file.id), JSON.stringify(file), report);
      const session = open(file, await traces.open(file.id));
      live.set(file.id, Promise.resolve(session));
      return session;
    },
    find,
    async restart(session) {
      const { id } = session.facts;
      if (!(await session.save())) throw notSaved();
      // Somebody else may have been quicker.
      if (opened.get(id) === session) await end(session);
      return find(id);
    },
    async remove(session) {
      const { id } = session.facts;
      forget(id);
      await session.discard();
      try {
        await traces.remove(id);
        await rm(pathOf(id), { force: true });
      } catch (error) {
        report(`Session ${id} could not be removed: ${String(error)}`);
        closed.set(id, session.facts);
        throw notSaved();
      }
    },
    async endAll(workspaceId) {
      const sessions = [...opened.values()].filter(
        ({ facts }) => facts.workspaceId === workspaceId,
      );
      await Promise.all(sessions.map(end));
    },
    async close() {
      await Promise.all([...opened.values()].map((session) => session.close()));
      await Promise.all(ending.values());
    },
  };

  function summary(facts: SessionFacts, session: LiveSession | undefined): SessionSummary {
    return summaryOf(facts, session, models());
  }

  /** One file after the other, and only its facts stay: a list needs no messages. */
  async function readFolder(): Promise<void> {
    await openFolder(folder, report);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    for (const name of names) {
      const id = basename(name, '.json');
      const stored = await readStored(
        pathOf(id),
        (content) => parseSessionFile(content, id),
        report,
      );
      if (stored.state !== 'whole') continue;
      const { content: file } = stored;
      workspaces.restore({ id: file.workspaceId, path: file.workspacePath });
      closed.set(file.id, factsIn(file));
    }
  }

  /** Opens a session once, however many ask for it at the same time. */
  async function find(id: string): Promise<LiveSession | undefined> {
    await ending.get(id);
    const facts = closed.get(id);
    if (!live.has(id) && facts && workspaces.get(facts.workspaceId)) {
      const loading = load(id);
      live.set(id, loading);
      // What failed for another reason than damage may succeed the next time.
      loading.catch(() => live.delete(id));
    }
    return live.get(id);
  }

  async function load(id: string): Promise<LiveSession | undefined> {
    const stored = await readStored(pathOf(id), (content) => parseWholeFile(content, id), report);
    if (stored.state === 'left') throw notReadable('file');
    const file = stored.state === 'whole' ? stored.content : undefined;
    const recording = file && (await traces.open(id));
    // Asked last: what is awaited above gives somebody the time to remove the workspace.
    if (recording && workspaces.get(file.workspaceId)) return open(file, recording);
    await recording?.close();
    live.delete(id);
    if (!file) closed.delete(id);
    return undefined;
  }

  function open(file: SessionFile, recording: SessionRecording): LiveSession {
    const onError = (error: unknown): void => report(`Session ${file.id}: ${String(error)}`);
    const session = openLiveSession({ file, createAgent, models, write, recording, onError });
    registry.add(file.workspaceId, session.events);
    closed.delete(file.id);
    opened.set(file.id, session);
    return session;
  }

  function end(session: LiveSession): Promise<void> {
    const { id } = session.facts;
    forget(id);
    closed.set(id, session.facts);
    const saving = session.close().then((file) => {
      closed.set(id, factsIn(file));
      ending.delete(id);
    });
    ending.set(id, saving);
    return saving;
  }

  function forget(id: string): void {
    closed.delete(id);
    live.delete(id);
    opened.delete(id);
  }

  function write(file: SessionFile): Promise<void> {
    return writeAtomically(pathOf(file.id), JSON.stringify(file));
  }

  function pathOf(id: string): string {
    return join(folder, `${id}.json`);
  }
}
