import { listOf, number, object, oneOf, optional, text } from '../storage/shape.js';

/** A model behind an endpoint. */
export interface EndpointModel {
  /** The endpoint's own name for it. */
  readonly name: string;
  /** Tokens of prompt and answer together. @default 128_000 */
  readonly contextWindow?: number;
}

/** An OpenAI-compatible endpoint, without its key. */
export interface Endpoint {
  /** Made from the first name, so that `id/model` can be read. It never changes. */
  readonly id: string;
  readonly name: string;
  /** Up to and including the version. */
  readonly baseUrl: string;
  readonly models: readonly EndpointModel[];
  /** The variable of the server's environment that holds its key. */
  readonly keyFromEnv?: string;
}

/** What an endpoint is made of; the key goes in and never comes out. */
export interface EndpointFields {
  name: string;
  baseUrl: string;
  models: readonly EndpointModel[];
  /** `null`: none from now on. */
  apiKey?: string | null | undefined;
  /** `null`: none from now on. */
  keyFromEnv?: string | null | undefined;
}

const endpointsShape = object({
  version: oneOf(1),
  endpoints: listOf(
    object({
      id: text,
      name: text,
      baseUrl: text,
      models: listOf(object({ name: text, contextWindow: optional(number) })),
      keyFromEnv: optional(text),
    }),
  ),
});

/** @throws Error for anything that is not a list of endpoints of this version. */
export function parseEndpoints(content: unknown): Endpoint[] {
  const { endpoints } = Object(content) as { endpoints: Endpoint[] };
  const isWhole = endpointsShape(content) === undefined;
  if (!isWhole || !endpoints.every(({ baseUrl }) => URL.canParse(baseUrl))) {
    throw new Error('it is not a list of endpoints of version 1');
  }
  return endpoints;
}

/** An id for a name, other than those that are taken. */
export function endpointId(name: string, isTaken: (id: string) => boolean): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const stem = slug.slice(0, 40) || 'endpoint';
  let id = stem;
  for (let n = 2; isTaken(id); n++) id = `${stem}-${n}`;
  return id;
}
