import { join } from 'node:path';
import { KEYS_FILE } from '../storage/keys-file.js';
import { openStored, type Report } from '../storage/read-stored.js';
import type { Endpoint } from './endpoint.js';

/** The keys that were typed in, in a file of their own that only its owner can read. */
export interface EndpointKeys {
  /** The endpoint's key, if it was given for the address that the endpoint has now. */
  of(endpoint: Endpoint): string | undefined;
  /**
   * Keeps a key for an endpoint, or none. What belongs to none of `endpoints`, or to another
   * address of theirs, goes.
   */
  keep(endpoints: readonly Endpoint[], given?: { endpoint: Endpoint; key: string }): Promise<void>;
}

/**
 * A key belongs to the address that it was given for: whoever can change an endpoint, or its file,
 * must not be able to have the key sent to another place.
 */
interface KeptKey {
  origin: string;
  key: string;
}

/** Reads the keys. */
export async function openEndpointKeys(dataFolder: string, report: Report): Promise<EndpointKeys> {
  const file = await openStored(join(dataFolder, KEYS_FILE), parseKeys, report);
  let kept = file.content ?? new Map<string, KeptKey>();

  return {
    of: (endpoint) => keyIn(kept, endpoint)?.key,
    async keep(endpoints, given) {
      const all = new Map(kept);
      if (given) {
        const { endpoint, key } = given;
        all.set(endpoint.id, { origin: originOf(endpoint), key });
      }
      const next = new Map(
        endpoints.flatMap((endpoint) => {
          const key = keyIn(all, endpoint);
          return key ? [[endpoint.id, key]] : [];
        }),
      );
      if (!given && next.size === kept.size) return;
      await file.write(JSON.stringify({ version: 1, keys: Object.fromEntries(next) }));
      kept = next;
    },
  };
}

function keyIn(keys: ReadonlyMap<string, KeptKey>, endpoint: Endpoint): KeptKey | undefined {
  const kept = keys.get(endpoint.id);
  const isIts = endpoint.keyFromEnv === undefined && kept?.origin === originOf(endpoint);
  return isIts ? kept : undefined;
}

function originOf({ baseUrl }: Endpoint): string {
  return new URL(baseUrl).origin;
}

function parseKeys(content: unknown): Map<string, KeptKey> {
  const { version, keys } = (content ?? {}) as { version?: unknown; keys?: object };
  if (version !== 1 || typeof keys !== 'object' || keys === null) {
    throw new Error('it does not hold keys of version 1');
  }
  const entries = Object.entries(keys) as [string, Partial<KeptKey> | null][];
  const isWhole = entries.every(
    ([, entry]) => typeof entry?.key === 'string' && typeof entry.origin === 'string',
  );
  if (!isWhole) throw new Error('one of its keys is none');
  return new Map(entries as [string, KeptKey][]);
}
