import { encodeText, type Json } from '../json.js';
import type { Snapshot } from './state.js';

/**
 * The JSON of frames that carry a snapshot. An entry or an execution is encoded once: it is never
 * changed, so frames share the bytes of what they have in common, and a state frame after one more
 * tool call costs that call and the number of entries. Held are those of the latest window, until
 * {@link forget}.
 */
export class SnapshotJson {
  #encoded = new Map<object, Uint8Array>();

  of<Frame extends { snapshot: Snapshot }>({ snapshot, ...frame }: Frame): Json {
    const { state, messages, tools, ...totals } = snapshot;
    const before = this.#encoded;
    this.#encoded = new Map();
    return [
      `${JSON.stringify(frame).slice(0, -1)},"snapshot":{"state":${JSON.stringify(state)},"messages":[`,
      ...this.#list(messages, before),
      '],"tools":[',
      ...this.#list(tools, before),
      `],${JSON.stringify(totals).slice(1)}}`,
    ];
  }

  forget(): void {
    this.#encoded = new Map();
  }

  /** Items are held with a comma in front of them. */
  #list(items: readonly object[], before: ReadonlyMap<object, Uint8Array>): Uint8Array[] {
    return items.map((item, index) => {
      const bytes = before.get(item) ?? encodeText(`,${JSON.stringify(item)}`);
      this.#encoded.set(item, bytes);
      return index === 0 ? bytes.subarray(1) : bytes;
    });
  }
}
