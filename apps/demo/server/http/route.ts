import type { StreamSource } from '@loop/events';
import type { Download } from './download.js';

/** A request as the routes see it, whatever framework took it in. */
export interface ApiRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /**
   * The body, parsed.
   *
   * @throws ApiError 415 or 400 when it is not JSON.
   */
  json(): Promise<unknown>;
  /** The same for a body that may be missing: `undefined` then. */
  jsonIfAny(): Promise<unknown>;
}

/** What a route answers: JSON, nothing, an event stream, or a file to keep. */
export type Answer =
  | { readonly status: number; readonly body?: unknown }
  | { readonly stream: StreamSource }
  | { readonly download: Download };

/** One route of the API. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `:name` for a parameter, which is one part of the path. */
  readonly path: string;
  /** @throws ApiError */
  handle(request: ApiRequest): Answer | Promise<Answer>;
}

/** The methods that each path knows, as the header `Allow` names them. */
export function methodsByPath(routes: readonly Route[]): Map<string, string> {
  const methods = new Map<string, string>();
  for (const { path, method } of routes) {
    const known = methods.get(path);
    // Whoever may GET may ask for the head alone.
    const added = method === 'GET' ? 'GET, HEAD' : method;
    methods.set(path, known === undefined ? added : `${known}, ${added}`);
  }
  return methods;
}
