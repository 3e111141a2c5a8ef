import type { EndpointTest, Settings, ShownEndpoint, ShownModel } from '../../wire/settings.js';
import { ask } from '../api/ask.js';

/** A model as it is sent; without its context the server takes its default. */
export type SentModel = Pick<ShownModel, 'name'> & Partial<ShownModel>;

/** What is sent of an endpoint. `null`: none from now on; missing: as it is. */
export interface EndpointChange {
  name?: string;
  baseUrl?: string;
  models?: SentModel[];
  apiKey?: string | null;
  keyFromEnv?: string | null;
}

/** Reads the settings. */
export function readSettings(): Promise<Settings> {
  return ask('GET', '/api/settings');
}

/** Sets up an endpoint. */
export function addEndpoint(fields: EndpointChange): Promise<ShownEndpoint> {
  return ask('POST', '/api/settings/endpoints', fields);
}

/** Changes an endpoint. */
export function changeEndpoint(id: string, change: EndpointChange): Promise<ShownEndpoint> {
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
