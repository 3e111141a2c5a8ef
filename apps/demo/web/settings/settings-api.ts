import { ask } from '../api/ask.js';

/** A model behind an endpoint. */
export interface EndpointModel {
  name: string;
  /** Tokens; missing: the server's default. */
  contextWindow?: number;
}

/** An endpoint as the server shows it. Keys are never in it. */
export interface Endpoint {
  id: string;
  name: string;
  baseUrl: string;
  models: EndpointModel[];
  hasKey: boolean;
  /** The variable that holds its key. */
  keyFromEnv?: string;
  warning?: string;
}

/** What the server was started with. */
export interface EnvironmentModel {
  baseUrl: string;
  model: string;
  contextWindow: number;
  hasKey: boolean;
}

/** All settings. */
export interface Settings {
  endpoints: Endpoint[];
  environment: EnvironmentModel | null;
}

/** What is sent of an endpoint. `null`: none from now on; missing: as it is. */
export interface EndpointChange {
  name?: string;
  baseUrl?: string;
  models?: EndpointModel[];
  apiKey?: string | null;
  keyFromEnv?: string | null;
}

/** What an endpoint said when it was asked. */
export type EndpointTest = { ok: true; models: string[] } | { ok: false; problem: string };

/** Reads the settings. */
export function readSettings(): Promise<Settings> {
  return ask('GET', '/api/settings');
}

/** Sets up an endpoint. */
export function addEndpoint(fields: EndpointChange): Promise<Endpoint> {
  return ask('POST', '/api/settings/endpoints', fields);
}

/** Changes an endpoint. */
export function changeEndpoint(id: string, change: EndpointChange): Promise<Endpoint> {
  return ask('PATCH', pathOf(id), change);
}

/** Removes an endpoint, with its key. */
export function removeEndpoint(id: string): Promise<unknown> {
  return ask('DELETE', pathOf(id));
}

/** Lets the server ask an endpoint for its models. */
export function testEndpoint(id: string): Promise<EndpointTest> {
  return ask('POST', `${pathOf(id)}/test`, {});
}

function pathOf(id: string): string {
  return `/api/settings/endpoints/${encodeURIComponent(id)}`;
}
