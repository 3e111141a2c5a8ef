import { notFound } from '../http/api-error.js';
import { optional, readFields, text } from '../http/fields.js';
import type { ApiRequest, Route } from '../http/route.js';
import type { Workspace } from '../workspaces/workspace-store.js';
import type { Stores } from './routes.js';

/** Workspaces, and the sessions in each. */
export function workspaceRoutes({ workspaces, sessions }: Stores): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/workspaces',
      handle: () => ({ status: 200, body: { workspaces: workspaces.list() } }),
    },
    {
      method: 'POST',
      path: '/api/workspaces',
      async handle(request) {
        const fields = { path: text(4_096), name: optional(text(100)) };
        const workspace = await workspaces.add(readFields(await request.json(), fields));
        return { status: 201, body: workspace };
      },
    },
    {
      method: 'GET',
      path: '/api/workspaces/:id/sessions',
      handle(request) {
        const { id } = workspaceOf(request);
        return { status: 200, body: { sessions: sessions.list(id) } };
      },
    },
    {
      method: 'POST',
      path: '/api/workspaces/:id/sessions',
      async handle(request) {
        const session = await sessions.create(workspaceOf(request));
        return { status: 201, body: session.facts };
      },
    },
  ];

  function workspaceOf({ params }: ApiRequest): Workspace {
    const workspace = workspaces.get(params['id'] ?? '');
    if (!workspace) throw notFound('workspace');
    return workspace;
  }
}
