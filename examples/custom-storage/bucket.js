// A store of whole objects, as services have it: an object is put once and never appended to.
// This one is in memory; put yours in its place.

export class Bucket {
  /** @type {Map<string, string>} */
  objects = new Map();
  /** While true every request fails. */
  isAway = false;

  /**
   * @param {string} key
   * @param {string} text
   * @returns {Promise<boolean>} false: there is one already, and it stays
   */
  async putNew(key, text) {
    this.#ask();
    if (this.objects.has(key)) return false;
    this.objects.set(key, text);
    return true;
  }

  /** @param {string} key */
  async get(key) {
    this.#ask();
    return this.objects.get(key) ?? '';
  }

  /** Keys in their order. @param {string} prefix */
  async list(prefix) {
    this.#ask();
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  #ask() {
    if (this.isAway) throw new Error('The service is away.');
  }
}
