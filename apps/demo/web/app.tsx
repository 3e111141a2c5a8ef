import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { NewSessionPage } from './session/new-session-page.js';
import { SessionPage } from './session/session-page.js';
import { SettingsPage } from './settings/settings-page.js';
import { CrossIcon } from './shared/icons.js';
import { PageHeader } from './shared/page-header.js';
import { useRoute } from './shared/route.js';
import { Sidebar } from './sidebar/sidebar.js';
import { sessionIn } from './sidebar/lists-state.js';
import { useLists } from './sidebar/use-lists.js';

/** The whole page: the lists at the side, and what the URL names. */
export function App(): VNode {
  const route = useRoute();
  const lists = useLists();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeButton = useRef<HTMLButtonElement>(null);
  const onMenu = (): void => setMenuOpen(true);

  // Where the lists cover the page, choosing something is leaving them.
  useEffect(() => setMenuOpen(false), [route.sessionId, route.workspaceId, route.page]);
  useEffect(() => {
    if (!isMenuOpen) return;
    const before = document.activeElement;
    closeButton.current?.focus();
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setMenuOpen(false);
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isMenuOpen]);

  return (
    <div class="app" data-menu-open={isMenuOpen}>
      <aside class="sidebar">
        <button
          class="close-menu"
          type="button"
          aria-label="Close"
          onClick={() => setMenuOpen(false)}
        >
          <CrossIcon />
        </button>
        <Sidebar lists={lists} onRetry={lists.retry} route={route} />
      </aside>
      <div class="backdrop" onClick={() => setMenuOpen(false)} />
      <div class="stage" inert={isMenuOpen}>
        {stage()}
      </div>
    </div>
  );

  function stage(): VNode {
    const { sessionId, workspaceId, page } = route;
    if (page === 'settings') return <SettingsPage onMenu={onMenu} />;
    if (sessionId) {
      const summary = sessionIn(lists, sessionId);
      return (
        <SessionPage key={sessionId} sessionId={sessionId} summary={summary} onMenu={onMenu} />
      );
    }
    const { workspaces } = lists;
    const workspace = workspaces?.find(({ id }) => id === workspaceId) ?? workspaces?.[0];
    if (workspace)
      return <NewSessionPage key={workspace.id} workspace={workspace} onMenu={onMenu} />;
    return (
      <main class="page" aria-busy={!workspaces}>
        <PageHeader title="Loop" onMenu={onMenu} />
      </main>
    );
  }
}
