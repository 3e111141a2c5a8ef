import { notFound } from '../http/api-error.js';
import type { ApiRequest } from '../http/route.js';
import type { LiveSession } from '../sessions/live-session.js';
import type { SessionStore } from '../sessions/session-store.js';
import type { Workspace, WorkspaceStore } from '../workspaces/workspace-store.js';

/** The session that the path names. @throws ApiError 404 */
export async function sessionOf(
  sessions: SessionStore,
  { params }: ApiRequest,
): Promise<LiveSession> {
  const session = await sessions.find(params['id'] ?? '');
  if (!session) throw notFound('session');
  return session;
}

/** The workspace that the path names. @throws ApiError 404 */
export function workspaceOf(workspaces: WorkspaceStore, { params }: ApiRequest): Workspace {
  const workspace = workspaces.get(params['id'] ?? '');
  if (!workspace) throw notFound('workspace');
  return workspace;
}
