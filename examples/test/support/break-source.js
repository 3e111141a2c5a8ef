// Hooks of Node's module loader: one file is loaded with a change in it.

/**
 * @import { InitializeHook, LoadHook } from 'node:module'
 * @import { Break } from '../breaks.ts'
 */

/** @type {Pick<Break, 'file' | 'find' | 'replace'> | undefined} */
let change;

/** @type {InitializeHook<typeof change>} */
export function initialize(data) {
  change = data;
}

/** @type {LoadHook} */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!change || !url.endsWith(`/${change.file}`)) return loaded;
  const source = Buffer.from(/** @type {Uint8Array} */ (loaded.source)).toString();
  if (!source.includes(change.find)) throw new Error(`${change.file}: no ${change.find}`);
  return { ...loaded, source: source.replace(change.find, () => change?.replace ?? '') };
}
