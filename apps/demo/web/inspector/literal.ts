import { visible } from '../shared/visible.js';

/** A value as JSON writes it, with everything written out that one would not see. */
export function literal(value: unknown): string {
  // What JSON does not know has a name, too.
  return visible(JSON.stringify(value) ?? String(value));
}
