import { modelOf } from '../agent/models.js';
import { line, readFields } from '../http/fields.js';
import type { Route } from '../http/route.js';
import type { SessionSettings } from '../sessions/session-settings.js';
import { modelId, presetName } from './choices.js';
import { sessionOf } from './look-up.js';
import type { RouteParts } from './routes.js';

/** What people decide about a session: its title, its place, who answers and how freely. */
export function settingsRoutes({ sessions, lists, models }: RouteParts): Route[] {
  return [
    {
      method: 'PATCH',
      path: '/api/sessions/:id',
      async handle(request) {
        const session = await sessionOf(sessions, request);
        const { title } = readFields(await request.json(), { title: line(200) });
        await session.settings.rename(title);
        return { status: 200, body: sessions.summary(session) };
      },
    },
    listed('archive', (settings) => settings.archive(true)),
    listed('restore', (settings) => settings.archive(false)),
    listed('read', (settings) => settings.markRead()),
    {
      method: 'POST',
      path: '/api/sessions/:id/model',
      async handle(request) {
        const { settings } = await sessionOf(sessions, request);
        const { model } = readFields(await request.json(), { model: modelId(models) });
        await settings.choose(modelOf(models(), model));
        return { status: 200, body: { model } };
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/permission',
      async handle(request) {
        const { settings } = await sessionOf(sessions, request);
        const { preset } = readFields(await request.json(), { preset: presetName });
        await settings.permit(preset);
        return { status: 200, body: { preset } };
      },
    },
  ];

  /** Changes that only lists show: the session itself publishes nothing. */
  function listed(command: string, change: (settings: SessionSettings) => Promise<void>): Route {
    return {
      method: 'POST',
      path: `/api/sessions/:id/${command}`,
      async handle(request) {
        const session = await sessionOf(sessions, request);
        await lists.notifyAfter('sessions', session.facts.workspaceId, () =>
          change(session.settings),
        );
        return { status: 200, body: sessions.summary(session) };
      },
    };
  }
}
