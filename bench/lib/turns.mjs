export const turn = () => new Promise((resolve) => setImmediate(resolve));
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** As an agent does: some, and then the event loop has its turn. */
export async function inTurns(count, task, perTurn = 100) {
  for (let done = 0; done < count; done += perTurn) {
    for (let n = done; n < Math.min(done + perTurn, count); n++) task(n);
    await turn();
  }
}
