import { defaultPreset, permissionPresets } from '../agent/permissions.js';
import type { Route } from '../http/route.js';
import type { RouteParts } from './routes.js';

/** What can be chosen for a session. The models change with the settings. */
export function choiceRoutes({ models }: Pick<RouteParts, 'models'>): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/models',
      handle: () => ({
        status: 200,
        body: {
          models: models().map(({ model: { id, name, provider } }) => ({ id, name, provider })),
          default: models()[0].model.id,
        },
      }),
    },
    {
      method: 'GET',
      path: '/api/permissions',
      handle: () => ({
        status: 200,
        body: { permissions: permissionPresets, default: defaultPreset },
      }),
    },
  ];
}
