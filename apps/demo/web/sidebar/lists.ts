import { connectLists, type ReadonlyStore } from '@loop/sse-client';
import { ApiProblem } from '../api/ask.js';
import type { SessionSummary } from '../../wire/session.js';
import { readSessions } from '../api/sessions.js';
import { listEventsPath, readWorkspaces } from '../api/workspaces.js';
import { coalesce, type Coalesced } from '../shared/coalesce.js';
import { createListsState, type ListsState } from './lists-state.js';

/** The lists, kept current until they are closed. */
export interface Lists extends ReadonlyStore<ListsState> {
  /** Connects and loads everything at once, as after a failure. */
  retry(): void;
  close(): void;
}

/** A running agent changes its session several times a second; nobody reads a list that fast. */
const GAP_MS = 250;

/** The demo has no users: all who reach it see the same lists. */
const SHARE_KEY = 'everybody';

/**
 * Loads the lists whenever the list stream says that they have changed. All tabs of a browser share
 * one stream, and each loads for itself.
 */
export function openLists(): Lists {
  const state = createListsState();
  const ofWorkspace = new Map<string, Coalesced>();
  const loadAll = coalesce(() => guarded(readAll), GAP_MS);
  const loadWorkspaces = coalesce(() => guarded(readNames), GAP_MS);

  // `onReset` comes when the stream is there; what there is to see need not wait for that.
  loadAll();
  const stream = connectLists(listEventsPath, {
    shareKey: SHARE_KEY,
    onReset: loadAll,
    onSessionsChanged: ({ workspaceId }) => loadSessions(workspaceId),
    onProjectsChanged({ workspaceId }) {
      loadWorkspaces();
      loadSessions(workspaceId);
    },
  });

  return {
    subscribe: state.subscribe,
    getSnapshot: state.getSnapshot,
    retry() {
      stream.reconnect();
      loadAll();
    },
    close() {
      stream.close();
      for (const loader of [loadAll, loadWorkspaces, ...ofWorkspace.values()]) loader.cancel();
    },
  };

  function loadSessions(workspaceId: string): void {
    let load = ofWorkspace.get(workspaceId);
    if (!load) {
      load = coalesce(() => guarded(() => readInto(workspaceId)), GAP_MS);
      ofWorkspace.set(workspaceId, load);
    }
    load();
  }

  async function readAll(): Promise<void> {
    const workspaces = await readWorkspaces();
    const sessions = await Promise.all(workspaces.map(({ id }) => readBoth(id)));
    state.setAll(workspaces, sessions.flat());
  }

  async function readNames(): Promise<void> {
    state.setWorkspaces(await readWorkspaces());
  }

  async function readInto(workspaceId: string): Promise<void> {
    state.setSessions(workspaceId, await readBoth(workspaceId));
  }

  async function guarded(load: () => Promise<void>): Promise<void> {
    try {
      await load();
      state.setFailure(undefined);
    } catch (error) {
      // A workspace was removed between two requests: the list of workspaces says so.
      if (error instanceof ApiProblem && error.status === 404) loadWorkspaces();
      else state.setFailure((error as Error).message);
    }
  }
}

async function readBoth(workspaceId: string): Promise<SessionSummary[]> {
  const [current, archived] = await Promise.all([
    readSessions(workspaceId),
    readSessions(workspaceId, { archived: true }),
  ]);
  return [...current, ...archived];
}
