import { join } from 'node:path';
import type { AgentModel } from '../agent/agent-model.js';
import { createOpenAiModel } from '../agent/openai-model.js';
import { notSaved } from '../http/api-error.js';
import { openStored, type Report } from '../storage/read-stored.js';
import { openEndpointKeys } from './endpoint-keys.js';
import { endpointId, parseEndpoints, type Endpoint, type EndpointFields } from './endpoint.js';

/** The endpoints that people have set up, kept in a file; their keys are in another one. */
export interface Endpoints {
  list(): readonly Endpoint[];
  get(id: string): Endpoint | undefined;
  /** For asking the endpoint, and for nothing else. */
  keyOf(endpoint: Endpoint): string | undefined;
  /** Their models, as they are now. */
  models(): readonly AgentModel[];
  add(fields: EndpointFields): Promise<Endpoint>;
  /** A key stays as long as the address has the same origin. `undefined`: there is no such one. */
  change(id: string, fields: Partial<EndpointFields>): Promise<Endpoint | undefined>;
  /** Forgets its key, too. `false` where there is none. */
  remove(id: string): Promise<boolean>;
}

/** What the endpoints need. */
export interface EndpointsOptions {
  dataFolder: string;
  /** Where keys are looked up that are not kept here. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Model ids that an endpoint's must not look like. */
  otherModels: readonly AgentModel[];
  /** Told of every key: at the start, and when one is given. */
  onSecret: (value: string) => void;
  report: Report;
}

/** Reads the endpoints and their keys. */
export async function openEndpoints(options: EndpointsOptions): Promise<Endpoints> {
  const { dataFolder, environment, otherModels, onSecret, report } = options;
  const file = await openStored(join(dataFolder, 'endpoints.json'), parseEndpoints, report);
  const keys = await openEndpointKeys(dataFolder, report);
  let endpoints: readonly Endpoint[] = file.content ?? [];
  let models: readonly AgentModel[] = [];
  let lastTurn: Promise<unknown> = Promise.resolve();
  takeOver(endpoints);
  for (const { name, keyFromEnv } of endpoints) {
    if (keyFromEnv !== undefined && !environment[keyFromEnv]) {
      report(`The endpoint "${name}" has no key: ${keyFromEnv} is not set.`);
    }
  }

  return {
    list: () => endpoints,
    get,
    keyOf,
    models: () => models,
    add: (fields) =>
      inTurn(async () => {
        const { name, baseUrl, models: named } = fields;
        const endpoint = { id: endpointId(name, isTaken), name, baseUrl, models: named };
        return keep(withKeySource(endpoint, fields), fields.apiKey);
      }),
    change: (id, fields) =>
      inTurn(async () => {
        const before = get(id);
        if (!before) return undefined;
        const { name = before.name, baseUrl = before.baseUrl, models: named } = fields;
        const after = { ...before, name, baseUrl, models: named ?? before.models };
        return keep(withKeySource(after, fields), fields.apiKey);
      }),
    remove: (id) =>
      inTurn(async () => {
        if (!get(id)) return false;
        await write(endpoints.filter((endpoint) => endpoint.id !== id));
        return true;
      }),
  };

  function get(id: string): Endpoint | undefined {
    return endpoints.find((endpoint) => endpoint.id === id);
  }

  function keyOf(endpoint: Endpoint): string | undefined {
    const { keyFromEnv } = endpoint;
    return keyFromEnv === undefined ? keys.of(endpoint) : environment[keyFromEnv] || undefined;
  }

  function isTaken(id: string): boolean {
    return get(id) !== undefined || otherModels.some(({ model }) => model.id.startsWith(`${id}/`));
  }

  async function keep(endpoint: Endpoint, apiKey: string | null | undefined): Promise<Endpoint> {
    const isNew = !get(endpoint.id);
    const next = isNew
      ? [...endpoints, endpoint]
      : endpoints.map((one) => (one.id === endpoint.id ? endpoint : one));
    requireWritable();
    if (apiKey === null) await keys.keep(next.filter((one) => one !== endpoint));
    await write(next, apiKey ? { endpoint, key: apiKey } : undefined);
    return endpoint;
  }

  /** What could not be written has not happened. */
  async function write(
    next: readonly Endpoint[],
    given?: { endpoint: Endpoint; key: string },
  ): Promise<void> {
    requireWritable();
    await keys.keep(next, given);
    await file.write(JSON.stringify({ version: 1, endpoints: next }, null, 2));
    takeOver(next);
  }

  /** Before the keys are: those of endpoints that could not be read would go. */
  function requireWritable(): void {
    if (file.isLeft) throw notSaved();
  }

  function takeOver(next: readonly Endpoint[]): void {
    endpoints = next;
    for (const endpoint of next) {
      const key = keyOf(endpoint);
      if (key !== undefined) onSecret(key);
    }
    models = next.flatMap(modelsOf);
  }

  function modelsOf(endpoint: Endpoint): AgentModel[] {
    const { id, name, baseUrl } = endpoint;
    const apiKey = keyOf(endpoint);
    return endpoint.models.map((model) =>
      createOpenAiModel({
        ...{ baseUrl, model: model.name, contextWindow: model.contextWindow },
        ...{ id: `${id}/${model.name}`, label: `${model.name} · ${name}` },
        ...(apiKey !== undefined && { apiKey }),
      }),
    );
  }

  /** One change after the other, each of what the one before has left. */
  function inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const turn = lastTurn.then(change);
    lastTurn = turn.catch(() => {});
    return turn;
  }
}

/** A key that is typed in takes the place of one from the environment, and the other way round. */
function withKeySource(
  { keyFromEnv: before, ...endpoint }: Endpoint,
  { apiKey, keyFromEnv = apiKey === undefined ? before : null }: Partial<EndpointFields>,
): Endpoint {
  return keyFromEnv ? { ...endpoint, keyFromEnv } : endpoint;
}
