import type { Route } from '../http/route.js';
import { sessionRoutes } from './session-routes.js';
import { workspaceRoutes } from './workspace-routes.js';
import type { SessionStore } from '../sessions/session-store.js';
import type { WorkspaceStore } from '../workspaces/workspace-store.js';

/** What the routes work on. */
export interface Stores {
  workspaces: WorkspaceStore;
  sessions: SessionStore;
}

/** The whole API. The handlers know no framework: any that can match paths can serve them. */
export function createRoutes(stores: Stores): Route[] {
  return [...workspaceRoutes(stores), ...sessionRoutes(stores)];
}
