// What each figure is to reach, by its row: those of issue 6, and the laws of growth. The bench
// marks them; a figure that misses one fails nothing, because it depends on the machine's mood.

const atMost = (limit) => ({ limit, isMet: (value) => value <= limit, text: `≤ ${limit}` });
const atLeast = (limit) => ({ limit, isMet: (value) => value >= limit, text: `≥ ${limit}` });

/** For Express, Hono on Node, and Hono with nothing but web streams. */
function each(express, hono, web = hono) {
  return { 'loop-express': express, 'loop-hono': hono, 'loop-hono-web': web };
}

function eachAtMost(express, hono, web = hono) {
  return each(atMost(express), atMost(hono), atMost(web));
}

function ours(target) {
  return { ...each(target, target), loop: target };
}

const targets = {
  '1 connection, 300 B': eachAtMost(0.9, 0.9, 1.3),
  '1,000 connections, 300 B': eachAtMost(0.65, 0.65, 1.25),
  '1,000 connections, 300 B, bursts of 16': eachAtMost(0.25, 0.25, 0.6),
  '1,000 connections, 4 KiB': eachAtMost(0.7, 0.7, 1.35),
  '1,000 sessions, one viewer each': eachAtMost(1, 1, 1.3),
  'reconnect storm, 200 frames behind': eachAtMost(1.3, 2, 2.5),
  '5,000 idle connections': eachAtMost(1.35, 1.65, 1.65),
  '5,000 heartbeats: the longest stall of the event loop': ours(atMost(25)),
  '50 stalled clients: how many are cut': ours(atLeast(50)),
  '50 stalled clients: memory, after to before': ours(atMost(1.1)),
  "50 stalled clients: the others' p99, after to before": ours(atMost(2)),
  'a delivery: 1,000 connections to 100': ours(atMost(1.25)),
  'a delivery: 5,000 connections to 1,000': ours(atMost(2)),
  'a client 200 frames behind to one that is not': ours(atMost(1.3)),
  'publish: frame 20,000 to frame 1,000': ours(atMost(1.2)),
  'publish: a delta with 1 MiB of state to 1 KiB': ours(atMost(1.1)),
  'publish with no connection, 300 B, to its JSON.stringify': ours(atMost(8)),
  'publish with no connection, 4 KiB, to its JSON.stringify': ours(atMost(2)),
  'a state frame after one more tool call, 1 MiB window, to serialising the window': ours(
    atMost(0.2),
  ),
  'a 64 KiB answer: the delta form to the native one': ours(atMost(1 / 50)),
  'a 64 KiB answer, event to view: the delta form to the native one': ours(atMost(1 / 10)),
  'trace recorder: record() of 2 KiB to its JSON.stringify': ours(atMost(4)),
  'trace writer to sonic-boom': ours(atLeast(1.5)),
  'trace reader: verify of 64 MiB to readline and JSON.parse': ours(atMost(1)),
};

/** @returns what this server is to reach there, if anything */
export function targetFor(row, server) {
  return targets[row]?.[server];
}

/** Rows that have a target: one that no scenario measures is a mistake. */
export const rowsWithTarget = Object.keys(targets);
