import type { VNode } from 'preact';
import { removeWorkspace, renameWorkspace } from '../api/workspaces.js';
import { ChevronIcon, FolderIcon, PlusIcon } from '../shared/icons.js';
import { newSessionHash, type Route } from '../shared/route.js';
import { ListRow } from './list-row.js';
import type { WorkspaceList } from './lists-state.js';
import { SessionRow } from './session-row.js';

interface WorkspaceSectionProps {
  workspace: WorkspaceList;
  route: Route;
}

/** A workspace and its sessions. */
export function WorkspaceSection({ workspace, route }: WorkspaceSectionProps): VNode {
  const { id, name, path, sessions, archived } = workspace;
  return (
    <section class="workspace" aria-label={name}>
      <ListRow
        name={name}
        onRename={(changed) => renameWorkspace(id, changed)}
        removal={{
          label: 'Remove',
          question:
            'Take this folder off the list? Its sessions come back when it is opened again.',
          async run() {
            await removeWorkspace(id);
            const isHere = sessions.concat(archived).some((one) => one.id === route.sessionId);
            if (isHere || route.workspaceId === id) location.hash = '';
          },
        }}
      >
        <h2 title={path}>
          <FolderIcon />
          <bdi>{name}</bdi>
        </h2>
      </ListRow>
      <a
        class="new-session"
        href={newSessionHash(id)}
        aria-current={route.workspaceId === id ? 'page' : undefined}
        aria-label={`New session in ${name}`}
      >
        <PlusIcon />
        New session
      </a>
      <SessionList sessions={sessions} route={route} />
      {archived.length > 0 && (
        <details class="archived">
          <summary>
            <ChevronIcon />
            Archived <span class="count">{archived.length}</span>
          </summary>
          <SessionList sessions={archived} route={route} />
        </details>
      )}
    </section>
  );
}

function SessionList({ sessions, route }: { sessions: WorkspaceList['sessions']; route: Route }) {
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.id}>
          <SessionRow session={session} isCurrent={route.sessionId === session.id} />
        </li>
      ))}
    </ul>
  );
}
