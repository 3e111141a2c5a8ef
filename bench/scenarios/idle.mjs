// Readers that get nothing but heartbeats: what one of them holds, and how long a round of beats
// keeps everything else waiting.
import { pause } from '../lib/turns.mjs';

const CONNECTIONS = 5_000;
/** Short, so that there are some within a measurement. */
const HEARTBEAT_MS = 500;
const BEATS = 4;
const sessions = ['s0'];

export const idle = {
  name: '5,000 idle connections',
  quick: 'ours',
  serverOptions: { heartbeatMs: HEARTBEAT_MS },
  leftOut: { 'hono-stream-sse': 'it has no heartbeats' },
  figures: {
    memory: { row: '5,000 idle connections', unit: 'KiB per connection', isToFloor: true },
    stall: { row: '5,000 heartbeats: the longest stall of the event loop', unit: 'ms' },
  },
  async run({ server, load }) {
    const open = (readers) => load.ask('open', { port: server.ready, count: readers, sessions });
    // What is allocated once is not a connection's.
    await open(50);
    await load.ask('close');
    const before = await server.ask('memory');
    await open(CONNECTIONS);
    const after = await server.ask('memory');
    const bytesBefore = await load.ask('bytes');
    const loadCpu = await load.ask('cpu');
    await server.ask('watchStalls');
    await pause(BEATS * HEARTBEAT_MS);
    const stall = await server.ask('longestStallMs');
    const loadShare = ((await load.ask('cpu')) - loadCpu) / 1_000 / (BEATS * HEARTBEAT_MS);
    const bytes = await load.ask('bytes');
    const silent = bytes.filter((received, n) => received === bytesBefore[n]).length;
    if (silent > 0) throw new Error(`${silent} of ${CONNECTIONS} readers got no heartbeat`);
    return { memory: (after - before) / 1_024 / CONNECTIONS, stall, loadShare };
  },
};
