import { useEffect, useState } from 'preact/hooks';

/** What the page shows, as the URL's hash says: a session, a new one in a workspace, the settings. */
export interface Route {
  sessionId?: string;
  workspaceId?: string;
  page?: 'settings';
}

/** The hash of the settings. */
export const SETTINGS_HASH = '#/settings';

/** The hash of a session's page. */
export function sessionHash(sessionId: string): string {
  return `#/sessions/${encodeURIComponent(sessionId)}`;
}

/** The hash of the page that begins a session. */
export function newSessionHash(workspaceId: string): string {
  return `#/new/${encodeURIComponent(workspaceId)}`;
}

/** Reads a hash; one that means nothing is an empty route. */
function parseHash(hash: string): Route {
  if (hash === SETTINGS_HASH) return { page: 'settings' };
  const [, kind, part] = /^#\/(sessions|new)\/([^/]+)$/.exec(hash) ?? [];
  const id = decode(part);
  if (!id) return {};
  return kind === 'sessions' ? { sessionId: id } : { workspaceId: id };
}

/** The current route. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseHash(location.hash));
  useEffect(() => {
    const read = (): void => setRoute(parseHash(location.hash));
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return route;
}

function decode(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
