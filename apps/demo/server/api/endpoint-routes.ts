import type { EnvironmentModel, Settings, ShownEndpoint } from '../../wire/settings.js';
import { DEFAULT_CONTEXT_WINDOW } from '../agent/openai-model.js';
import { ApiError, notFound } from '../http/api-error.js';
import type { ApiRequest, Route } from '../http/route.js';
import { askEndpoint } from '../settings/ask-endpoint.js';
import { warningOn } from '../settings/base-url.js';
import type { Endpoint } from '../settings/endpoint.js';
import { endpointChange, newEndpoint } from './endpoint-fields.js';
import type { RouteParts } from './routes.js';

const MAX_ENDPOINTS = 50;

/** Which endpoints there are to choose models of. Their keys go in here, and nowhere out. */
export function endpointRoutes(parts: RouteParts): Route[] {
  const { endpoints, environment, sessions, lists, workspaces } = parts;

  return [
    {
      method: 'GET',
      path: '/api/settings',
      handle() {
        const shownOnes = endpoints.list().map(shown);
        const body: Settings = { endpoints: shownOnes, environment: modelIn(environment) };
        return { status: 200, body };
      },
    },
    {
      method: 'POST',
      path: '/api/settings/endpoints',
      async handle(request) {
        const fields = newEndpoint(await request.json(), environment);
        if (endpoints.list().length >= MAX_ENDPOINTS) {
          throw new ApiError(409, 'too-many', `There are ${MAX_ENDPOINTS} endpoints already.`);
        }
        const added = await endpoints.add(fields);
        tellSessions();
        return { status: 201, body: shown(added) };
      },
    },
    {
      method: 'PATCH',
      path: '/api/settings/endpoints/:id',
      async handle(request) {
        const { id } = endpointOf(request);
        const change = endpointChange(await request.json(), environment);
        const changed = await endpoints.change(id, change);
        if (!changed) throw notFound('endpoint');
        tellSessions();
        return { status: 200, body: shown(changed) };
      },
    },
    {
      method: 'DELETE',
      path: '/api/settings/endpoints/:id',
      async handle(request) {
        if (!(await endpoints.remove(endpointOf(request).id))) throw notFound('endpoint');
        tellSessions();
        return { status: 204 };
      },
    },
    {
      method: 'POST',
      path: '/api/settings/endpoints/:id/test',
      async handle(request) {
        const endpoint = endpointOf(request);
        const { baseUrl } = endpoint;
        const body = await askEndpoint({ baseUrl, key: endpoints.keyOf(endpoint) });
        return { status: 200, body };
      },
    },
  ];

  function endpointOf({ params }: ApiRequest): Endpoint {
    const endpoint = endpoints.get(params['id'] ?? '');
    if (!endpoint) throw notFound('endpoint');
    return endpoint;
  }

  /** What people see of an endpoint. Written out, so that nothing gets in unseen. */
  function shown(endpoint: Endpoint): ShownEndpoint {
    const { id, name, baseUrl, keyFromEnv } = endpoint;
    const warning = warningOn(baseUrl);
    return {
      ...{ id, name, baseUrl },
      models: endpoint.models.map((model) => ({
        name: model.name,
        contextWindow: model.contextWindow ?? DEFAULT_CONTEXT_WINDOW,
      })),
      hasKey: endpoints.keyOf(endpoint) !== undefined,
      ...(keyFromEnv !== undefined && { keyFromEnv }),
      ...(warning !== undefined && { warning }),
    };
  }

  /** The next answer is the new settings', and the lists say whose model is gone. */
  function tellSessions(): void {
    sessions.modelsChanged();
    for (const { id } of workspaces.list()) lists.sessionsChanged(id);
  }
}

/** What came from the environment, without its key; `null` where nothing did. */
function modelIn(
  environment: Readonly<Record<string, string | undefined>>,
): EnvironmentModel | null {
  const baseUrl = environment['LOOP_MODEL_BASE_URL'];
  if (!baseUrl) return null;
  return {
    baseUrl,
    model: environment['LOOP_MODEL'] ?? '',
    contextWindow: Number(environment['LOOP_MODEL_CONTEXT_WINDOW']) || DEFAULT_CONTEXT_WINDOW,
    hasKey: Boolean(environment['LOOP_MODEL_API_KEY']),
  };
}
