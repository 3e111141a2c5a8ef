import { badRequest } from '../http/api-error.js';
import { line, list, nullable, optional, text, wholeNumberIn, type Field } from '../http/fields.js';
import { readFields } from '../http/fields.js';
import { readBaseUrl } from '../settings/base-url.js';
import type { EndpointFields, EndpointModel } from '../settings/endpoint.js';

const MAX_MODELS = 100;

const baseUrl: Field<string> = (value, name) => {
  const given = text(2_000)(value, name).trim();
  try {
    return readBaseUrl(given);
  } catch (error) {
    throw badRequest('invalid-body', `${name}: ${(error as Error).message}`);
  }
};

/** As it can stand in a header. A shorter one could not be found again to take it out of a trace. */
const apiKey: Field<string> = (value, name) => {
  if (typeof value === 'string' && /^[\x21-\x7e]{8,4096}$/.test(value)) return value;
  const message = `${name}: expected 8 to 4096 characters without spaces. A server that wants no key needs none.`;
  throw badRequest('invalid-body', message);
};

const modelFields: Field<EndpointModel> = (value, name) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('invalid-body', `${name}: expected objects with a name.`);
  }
  const { name: modelName, contextWindow } = readFields(value, {
    name: line(200),
    contextWindow: optional(wholeNumberIn(1_000, 100_000_000)),
  });
  return { name: modelName, ...(contextWindow !== undefined && { contextWindow }) };
};

const models: Field<EndpointModel[]> = (value, name) => {
  const named = list(modelFields, MAX_MODELS)(value, name);
  if (new Set(named.map((model) => model.name)).size === named.length) return named;
  throw badRequest('invalid-body', `${name}: expected each model once.`);
};

/** @param environment where a key may be looked up, as it is. */
function keyFields(environment: Readonly<Record<string, string | undefined>>) {
  const variable: Field<string> = (value, name) => {
    const given = text(200)(value, name);
    // Shorter than a key can be is as good as not set.
    if ((environment[given]?.length ?? 0) >= 8) return given;
    throw badRequest('invalid-body', `${name}: the server's environment has no such key.`);
  };
  return { apiKey: optional(nullable(apiKey)), keyFromEnv: optional(nullable(variable)) };
}

/** Reads the body of a new endpoint. @throws ApiError */
export function newEndpoint(
  body: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): EndpointFields {
  const fields = { name: line(100), baseUrl, models };
  return withOneKey(readFields(body, { ...fields, ...keyFields(environment) }));
}

/** Reads the body of a change. @throws ApiError */
export function endpointChange(
  body: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): Partial<EndpointFields> {
  const fields = {
    name: optional(line(100)),
    baseUrl: optional(baseUrl),
    models: optional(models),
  };
  const { apiKey, keyFromEnv, ...rest } = withOneKey(
    readFields(body, { ...fields, ...keyFields(environment) }),
  );
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(given) as Partial<EndpointFields>), apiKey, keyFromEnv };
}

function withOneKey<Fields extends Pick<EndpointFields, 'apiKey' | 'keyFromEnv'>>(
  fields: Fields,
): Fields {
  if (!fields.apiKey || !fields.keyFromEnv) return fields;
  throw badRequest('invalid-body', 'Give apiKey or keyFromEnv, not both.');
}
