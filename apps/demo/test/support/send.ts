import { request } from 'node:http';

/** An answer as it came. */
export interface RawAnswer {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** What is sent. */
export interface RawRequest {
  method?: string;
  body?: string | Buffer;
  headers?: object;
}

/** A request that is sent as it is: `fetch` would put the path and the headers right. */
export function send(
  base: string,
  path: string,
  { method = 'GET', body = '', headers = {} }: RawRequest = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { statusCode: status, headers: received } = answer;
        resolve({ status, headers: received, body: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** What a refusal says: its status and its code, and that it is whole. */
export function refusalIn({ status, body }: RawAnswer): string {
  const { error, code, ...more } = JSON.parse(body) as Record<string, unknown>;
  if (typeof error !== 'string' || Object.keys(more).length > 0) throw new Error(body);
  return `${status} ${String(code)}`;
}

export const JSON_TYPE = { 'content-type': 'application/json' };
