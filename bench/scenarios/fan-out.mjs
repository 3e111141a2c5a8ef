// Frames to many readers: what one delivery costs the server.
import { deliver, pauseFor, sessionNames, spending } from './delivery.mjs';

/** Enough that what a process does besides does not show. */
const DELIVERIES = 100_000;
/** The first ones compile what the others run. */
const WARM_DELIVERIES = 10_000;
const BURST = 16;
/** A delivery in a burst costs a quarter and less: as many more of them take as long. */
const IN_BURSTS = 4;

function fanOut({ connections, size, burst = 1, sessions = 1, name, quick }) {
  return {
    ...{ name, quick },
    figures: { cpu: { row: name, unit: 'µs CPU per delivered frame', isToFloor: true } },
    async run({ server, load, share }) {
      const sessionIds = sessionNames(sessions);
      const more = burst > 1 ? IN_BURSTS : 1;
      const framesFor = (deliveries) =>
        Math.ceil((deliveries * more) / connections / burst) * burst;
      const frames = Math.max(framesFor(DELIVERIES * share), 3 * burst);
      const pauseMs = pauseFor(connections * burst);
      const traffic = { sessions: sessionIds, burst, size, pauseMs };
      await load.ask('open', { port: server.ready, count: connections, sessions: sessionIds });
      const both = { server, load };
      await deliver(both, { ...traffic, frames: framesFor(WARM_DELIVERIES * share) });
      const { spent, loadShare } = await spending(both, () =>
        deliver(both, { ...traffic, frames }),
      );
      return { cpu: spent / (frames * connections), loadShare };
    },
  };
}

const sizes = { '300 B': 300, '4 KiB': 4_096 };
const connectionCounts = { '1 connection': 1, '100 connections': 100 };
const manyConnections = { '1,000 connections': 1_000, '5,000 connections': 5_000 };

/** Those with a target; one of them shows everybody. */
const quick = {
  '1 connection, 300 B': 'ours',
  '1,000 connections, 300 B': 'all',
  '1,000 connections, 300 B, bursts of 16': 'ours',
  '1,000 connections, 4 KiB': 'ours',
};

export const fanOuts = [
  ...Object.entries({ ...connectionCounts, ...manyConnections }).flatMap(([who, connections]) =>
    Object.entries(sizes).flatMap(([what, size]) =>
      [1, BURST].map((burst) => {
        const name = `${who}, ${what}${burst > 1 ? `, bursts of ${burst}` : ''}`;
        return fanOut({ name, connections, size, burst, quick: quick[name] });
      }),
    ),
  ),
  fanOut({
    ...{ name: '1,000 sessions, one viewer each', quick: 'ours' },
    ...{ connections: 1_000, sessions: 1_000, size: 300 },
  }),
];
