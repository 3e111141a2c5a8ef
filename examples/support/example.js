/**
 * What every `main.js` has in common: it has to show all it shows, and let go of all it holds, in
 * time. Otherwise its process exits with another code than 0.
 */
const DEADLINE_MS = Number(process.env['EXAMPLE_DEADLINE_MS'] ?? 20_000);

/** What is being waited for, to be told when it never comes. @type {Set<string>} */
const waits = new Set();

/**
 * @typedef {object} Stage
 * @property {(what: string) => void} shows says what has just been asserted
 * @property {(stop: () => unknown) => void} atEnd is called at the end, the last first
 */

/** @param {(stage: Stage) => Promise<void>} show */
export async function runExample(show) {
  const deadline = setTimeout(() => {
    fail(new Error(deadlineMessage()));
    process.exit();
  }, DEADLINE_MS);
  /** @type {(() => unknown)[]} */
  const stops = [];
  const atEnd = (/** @type {() => unknown} */ stop) => stops.unshift(stop);
  await attempt(() => show({ shows: (what) => console.log(`✓ ${what}`), atEnd }));
  for (const stop of stops) {
    await attempt(() => waitFor('what was started to stop', stop()));
  }
  // What failed may have left something open.
  if (process.exitCode !== undefined) process.exit();
  // From here on it fires only where something keeps the process.
  deadline.unref();
}

/**
 * Waits, and is named if that is what an example hangs on.
 *
 * @template T
 * @param {string} what
 * @param {T | Promise<T>} promise
 * @returns {Promise<T>}
 */
export async function waitFor(what, promise) {
  waits.add(what);
  try {
    return await promise;
  } finally {
    waits.delete(what);
  }
}

/**
 * Waits until a store's state is as wanted.
 *
 * @template State
 * @param {string} what
 * @param {{ getSnapshot(): State; subscribe(listener: () => void): () => void }} store
 * @param {(state: State) => boolean} isThere
 */
export function until(what, store, isThere) {
  /** @type {Promise<State>} */
  const state = new Promise((resolve) => {
    const stop = store.subscribe(look);
    look();

    function look() {
      const now = store.getSnapshot();
      if (!isThere(now)) return;
      stop();
      resolve(now);
    }
  });
  return waitFor(what, state);
}

function deadlineMessage() {
  const open = waits.size === 0 ? 'something is still open' : `waited for ${[...waits].join(', ')}`;
  return `Not done within ${DEADLINE_MS} ms: ${open}.`;
}

/** @param {() => unknown} task */
async function attempt(task) {
  try {
    await task();
  } catch (error) {
    fail(error);
  }
}

/** @param {unknown} error */
function fail(error) {
  process.exitCode = 1;
  console.error(`✗ ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}
