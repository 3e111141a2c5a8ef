import type { Redactor } from '../redact/redactor.js';

/** More are none of a vocabulary, but data. */
const MAX_KEYS = 1_000;
const MAX_KEY_CHARS = 64;

/** A key without credentials. */
export interface KnownKey {
  /** As it is written. */
  name: string;
  /** Another may be written in the same way: it was a credential, or too long. */
  isAltered: boolean;
  /** The kind of credential that a text under it is. */
  secret: string | undefined;
  /** Credentials that were replaced in it. */
  redacted: number;
}

/** Remembers what keys become, until the redactor learns more. */
export class KnownKeys {
  readonly #redactor: Redactor;
  readonly #keys = new Map<string, KnownKey>();
  #revision: number;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
    this.#revision = redactor.revision;
  }

  /** What a key becomes; `make` says it for one that is not known. */
  get(key: string, make: (key: string) => KnownKey): KnownKey {
    if (this.#revision !== this.#redactor.revision) this.#forget();
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    if (this.#keys.size >= MAX_KEYS) this.#forget();
    if (key.length <= MAX_KEY_CHARS) this.#keys.set(key, made);
    return made;
  }

  #forget(): void {
    this.#keys.clear();
    this.#revision = this.#redactor.revision;
  }
}
