import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import {
  readSessions,
  readWorkspaces,
  type SessionSummary,
  type Workspace,
} from '../shared/api.js';

/** A workspace with its sessions. */
export interface WorkspaceList extends Workspace {
  sessions: SessionSummary[];
}

/** What the sidebar shows. */
export interface Lists {
  /** `undefined` until they were read once. */
  workspaces: WorkspaceList[] | undefined;
  /** Why the latest attempt to read them failed. */
  failure: string | undefined;
  refresh: () => void;
}

/** The lists, read anew when asked to and when somebody comes back to the page. */
export function useLists(): Lists {
  const [workspaces, setWorkspaces] = useState<WorkspaceList[]>();
  const [failure, setFailure] = useState<string>();
  const latest = useRef(0);

  const refresh = useCallback(() => {
    const own = ++latest.current;
    readLists().then(
      (lists) => {
        // A slow answer must not take the place of a later one.
        if (own !== latest.current) return;
        setWorkspaces(lists);
        setFailure(undefined);
      },
      (error: Error) => own === latest.current && setFailure(error.message),
    );
  }, []);

  useEffect(() => {
    refresh();
    const look = (): void => {
      if (document.visibilityState === 'visible') refresh();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [refresh]);

  return { workspaces, failure, refresh };
}

async function readLists(): Promise<WorkspaceList[]> {
  const workspaces = await readWorkspaces();
  return Promise.all(
    workspaces.map(async (workspace) => ({
      ...workspace,
      sessions: await readSessions(workspace.id),
    })),
  );
}
