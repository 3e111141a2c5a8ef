// What all scenarios with readers do: have frames delivered, see that they were, and what it took.

/**
 * Sends frames to all readers that are open, and waits until each has its own once and in order.
 *
 * @param traffic what `publish` of `servers/main.mjs` takes
 */
export async function deliver({ server, load }, traffic) {
  await load.ask('mark');
  await server.ask('publish', traffic);
  await load.ask('receive', { frames: traffic.frames });
  const { readers } = await load.ask('report');
  await checkDelivery(load, traffic.frames * readers);
}

/** Fails unless the readers have that many frames since the mark, once and in order. */
export async function checkDelivery(load, expected) {
  const { frames, problems } = await load.ask('report');
  if (problems.length > 0) {
    throw new Error(`${problems.length} readers with wrong frames, the first: ${problems[0]}`);
  }
  if (frames !== expected) throw new Error(`${frames} frames instead of ${expected}`);
}

/** The server's CPU in microseconds, and the generator's share of a core, while `task` runs. */
export async function spending({ server, load }, task) {
  const [cpu, loadCpu] = await Promise.all([server.ask('cpu'), load.ask('cpu')]);
  const from = performance.now();
  await task();
  const spent = (await server.ask('cpu')) - cpu;
  const loadShare = ((await load.ask('cpu')) - loadCpu) / 1_000 / (performance.now() - from);
  return { spent, loadShare };
}

export function sessionNames(count) {
  return Array.from({ length: count }, (_, n) => `s${n}`);
}

/** A pause in which both processes are done with so many frames, the slowest contender's too. */
export function pauseFor(deliveries) {
  return deliveries / 60;
}
