// Kept from before any fake clock: a turn of the event loop takes no time.
const afterTurn: (task: () => void) => void = globalThis.setImmediate ?? globalThis.setTimeout;

/** The current turn of the event loop is over, and with it everything that was put to its end. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    afterTurn(resolve);
  });
}

export async function turns(count: number): Promise<void> {
  for (let left = count; left > 0; left--) await turn();
}
