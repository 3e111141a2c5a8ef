import type { ReadonlyStore } from '@loop/sse-client';
import type { SessionSummary } from '../../wire/session.js';
import type { Workspace } from '../api/workspaces.js';

/** A workspace with its sessions, the latest first. */
export interface WorkspaceList extends Workspace {
  sessions: SessionSummary[];
  archived: SessionSummary[];
}

/** What the sidebar shows. */
export interface ListsState {
  /** `undefined` until they were loaded once. */
  workspaces: WorkspaceList[] | undefined;
  /** Why the latest attempt to load them failed. */
  failure: string | undefined;
}

/** Holds what was loaded, and tells who listens. */
export interface ListsHolder extends ReadonlyStore<ListsState> {
  setAll(workspaces: readonly Workspace[], sessions: readonly SessionSummary[]): void;
  /** Sessions of workspaces that are still there stay. */
  setWorkspaces(workspaces: readonly Workspace[]): void;
  setSessions(workspaceId: string, sessions: readonly SessionSummary[]): void;
  setFailure(failure: string | undefined): void;
}

/** Begins with nothing. */
export function createListsState(): ListsHolder {
  let workspaces: readonly Workspace[] | undefined;
  let sessions: readonly SessionSummary[] = [];
  let state: ListsState = { workspaces: undefined, failure: undefined };
  const listeners = new Set<() => void>();

  return {
    getSnapshot: () => state,
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    setAll(newWorkspaces, newSessions) {
      workspaces = newWorkspaces;
      sessions = newSessions;
      changed(state.failure);
    },
    setWorkspaces(newWorkspaces) {
      workspaces = newWorkspaces;
      changed(state.failure);
    },
    setSessions(workspaceId, newSessions) {
      sessions = [...sessions.filter((one) => one.workspaceId !== workspaceId), ...newSessions];
      changed(state.failure);
    },
    setFailure(failure) {
      if (failure !== state.failure) changed(failure);
    },
  };

  function changed(failure: string | undefined): void {
    state = { workspaces: workspaces?.map(withSessions), failure };
    for (const listener of listeners) listener();
  }

  function withSessions(workspace: Workspace): WorkspaceList {
    const own = sessions.filter(({ workspaceId }) => workspaceId === workspace.id);
    own.sort((a, b) => b.updatedAt - a.updatedAt);
    return {
      ...workspace,
      sessions: own.filter(({ archived }) => !archived),
      archived: own.filter(({ archived }) => archived),
    };
  }
}

/** A session in the lists, wherever it is. */
export function sessionIn({ workspaces }: ListsState, id: string): SessionSummary | undefined {
  return workspaces
    ?.flatMap(({ sessions, archived }) => [...sessions, ...archived])
    .find((session) => session.id === id);
}
