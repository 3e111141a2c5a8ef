/** Tells operations apart whose id was used more than once: the first has it as it is. */
export class DistinctIds {
  readonly #uses = new Map<string, number>();

  /** The next use of an id. */
  next(operationId: string): string {
    let use = (this.#uses.get(operationId) ?? 0) + 1;
    let id = use === 1 ? operationId : `${operationId}#${use}`;
    while (use > 1 && this.#uses.has(id)) id = `${operationId}#${++use}`;
    this.#uses.set(operationId, use);
    if (use > 1) this.#uses.set(id, 1);
    return id;
  }
}
