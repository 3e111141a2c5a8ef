import type { VNode } from 'preact';
import { SETTINGS_HASH, type Route } from '../shared/route.js';
import type { ListsState } from './lists-state.js';
import { OpenFolder } from './open-folder.js';
import { WorkspaceSection } from './workspace-section.js';

interface SidebarProps {
  lists: ListsState;
  onRetry: () => void;
  route: Route;
}

/** The workspaces and their sessions. */
export function Sidebar({ lists, onRetry, route }: SidebarProps): VNode {
  const { workspaces, failure } = lists;
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
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
      <OpenFolder />
      <a
        class="settings-link"
        href={SETTINGS_HASH}
        aria-current={route.page === 'settings' ? 'page' : undefined}
      >
        Settings
      </a>
    </div>
  );
}
