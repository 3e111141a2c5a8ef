import type { VNode } from 'preact';
import { FolderIcon, PlusIcon } from '../shared/icons.js';
import { newSessionHash, sessionHash, type Route } from '../shared/route.js';
import { OpenFolder } from './open-folder.js';
import type { Lists, WorkspaceList } from './use-lists.js';

interface SidebarProps {
  lists: Lists;
  route: Route;
}

/** The workspaces and their sessions. */
export function Sidebar({ lists, route }: SidebarProps): VNode {
  const { workspaces, failure, refresh } = lists;
  return (
    <div class="sidebar-content">
      <p class="brand">Loop</p>
      <nav aria-label="Sessions">
        {workspaces?.map((workspace) => (
          <WorkspaceSection key={workspace.id} workspace={workspace} route={route} />
        ))}
      </nav>
      {failure && (
        <p class="problem" role="alert">
          {failure}{' '}
          <button type="button" onClick={refresh}>
            Try again
          </button>
        </p>
      )}
      <OpenFolder onOpened={refresh} />
    </div>
  );
}

function WorkspaceSection({ workspace, route }: { workspace: WorkspaceList; route: Route }): VNode {
  const { id, name, path, sessions } = workspace;
  return (
    <section class="workspace">
      <h2 title={path}>
        <FolderIcon />
        <bdi>{name}</bdi>
      </h2>
      <a
        class="new-session"
        href={newSessionHash(id)}
        aria-current={route.workspaceId === id ? 'page' : undefined}
        aria-label={`New session in ${name}`}
      >
        <PlusIcon />
        New session
      </a>
      <ul>
        {sessions.map((session) => (
          <li key={session.id}>
            <a
              href={sessionHash(session.id)}
              aria-current={route.sessionId === session.id ? 'page' : undefined}
            >
              <bdi>{session.title ?? 'New session'}</bdi>
              {session.isRunning && <span class="running" role="img" aria-label="running" />}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
