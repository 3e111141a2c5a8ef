import type { ListEvents } from '@loop/events';
import type { Models } from '../agent/models.js';
import type { Route } from '../http/route.js';
import type { Endpoints } from '../settings/endpoints.js';
import type { SessionStore } from '../sessions/session-store.js';
import type { SessionTraces } from '../traces/session-traces.js';
import type { WorkspaceStore } from '../workspaces/workspace-store.js';
import { choiceRoutes } from './choice-routes.js';
import { endpointRoutes } from './endpoint-routes.js';
import { inspectRoutes } from './inspect-routes.js';
import { runRoutes } from './run-routes.js';
import { sessionRoutes } from './session-routes.js';
import { settingsRoutes } from './settings-routes.js';
import { traceRoutes } from './trace-routes.js';
import { workspaceRoutes } from './workspace-routes.js';

/** What the routes work on. */
export interface RouteParts {
  workspaces: WorkspaceStore;
  sessions: SessionStore;
  /** Where the sessions' recordings are. */
  traces: Pick<SessionTraces, 'mode' | 'read'>;
  /** Told of what the sessions cannot tell of themselves. */
  lists: ListEvents;
  models: Models;
  endpoints: Endpoints;
  /** The server's: names of models and of keys. */
  environment: Readonly<Record<string, string | undefined>>;
}

/** The whole API. The handlers know no framework: any that can match paths can serve them. */
export function createRoutes(parts: RouteParts): Route[] {
  return [
    workspaceRoutes,
    sessionRoutes,
    settingsRoutes,
    runRoutes,
    inspectRoutes,
    traceRoutes,
    choiceRoutes,
    endpointRoutes,
  ].flatMap((routes) => routes(parts));
}
