import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ShownEndpoint } from '../../wire/settings.js';
import type { Api } from './api.js';

/** Made up, and nowhere in a file as they are sent. */
export const KEY: string = ['sk', 'made', 'up', 'for', 'tests', '0123456789'].join('-');
export const OTHER_KEY: string = KEY.replace('made', 'also-made');

/** Sets one up that is called Local, unless the fields say otherwise. */
export function addEndpoint(api: Api, fields: object): Promise<ShownEndpoint> {
  const body = { name: 'Local', baseUrl: 'http://127.0.0.1:1/v1', models: [], ...fields };
  return api.post('/api/settings/endpoints', body);
}

/** Answers every request alike; a status of 0 is no answer. `requests`: with which authorization. */
export async function modelsServer(
  status: number,
  body: string,
): Promise<{ baseUrl: string; requests: (string | undefined)[] }> {
  const requests: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers.authorization);
    if (status === 0) return;
    response.writeHead(status, { location: 'http://127.0.0.1:1/elsewhere' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}
