import { notFound } from '../http/api-error.js';
import { flag, line, optional, readFields, text } from '../http/fields.js';
import type { Route } from '../http/route.js';
import { modelId, presetName } from './choices.js';
import { workspaceOf } from './look-up.js';
import type { RouteParts } from './routes.js';

/** Workspaces, the sessions in each, and the stream that tells when to ask for them again. */
export function workspaceRoutes({ workspaces, sessions, lists, models }: RouteParts): Route[] {
  const name = line(100);
  const choices = { permission: optional(presetName), model: optional(modelId(models)) };

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
        const fields = { path: text(4_096), name: optional(name) };
        const workspace = await workspaces.add(readFields(await request.json(), fields));
        lists.projectsChanged(workspace.id);
        return { status: 201, body: workspace };
      },
    },
    {
      method: 'GET',
      path: '/api/workspaces/events',
      handle: () => ({ stream: lists }),
    },
    {
      method: 'PATCH',
      path: '/api/workspaces/:id',
      async handle(request) {
        const { id } = workspaceOf(workspaces, request);
        const fields = readFields(await request.json(), { name });
        const renamed = await lists.notifyAfter('projects', id, () =>
          workspaces.rename(id, fields.name),
        );
        if (!renamed) throw notFound('workspace');
        return { status: 200, body: renamed };
      },
    },
    {
      method: 'DELETE',
      path: '/api/workspaces/:id',
      async handle(request) {
        const { id } = workspaceOf(workspaces, request);
        await lists.notifyAfter('projects', id, async () => {
          await workspaces.remove(id);
          await sessions.endAll(id);
        });
        return { status: 204 };
      },
    },
    {
      method: 'GET',
      path: '/api/workspaces/:id/sessions',
      handle(request) {
        const { id } = workspaceOf(workspaces, request);
        const archived = flag(request.query.get('archived'), 'archived');
        return { status: 200, body: { sessions: sessions.list(id, { archived }) } };
      },
    },
    {
      method: 'POST',
      path: '/api/workspaces/:id/sessions',
      async handle(request) {
        const workspace = workspaceOf(workspaces, request);
        const chosen = readFields((await request.jsonIfAny()) ?? {}, choices);
        const session = await lists.notifyAfter('sessions', workspace.id, () =>
          sessions.create(workspace, chosen),
        );
        return { status: 201, body: sessions.summary(session) };
      },
    },
  ];
}
