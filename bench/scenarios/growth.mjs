// How the cost of a delivery grows with the readers: more of them join the same server.
import { deliver, pauseFor, spending } from './delivery.mjs';

const DELIVERIES = 60_000;
const sessions = ['s0'];

function growth({ name, few, many }) {
  return {
    ...{ name, isOurs: true },
    figures: { growth: { row: name, unit: 'CPU per delivered frame, as a ratio' } },
    async run({ server, load, share }) {
      const perDelivery = async (connections) => {
        const frames = Math.max(Math.round((DELIVERIES * share) / connections), 4);
        const traffic = { sessions, size: 300, pauseMs: pauseFor(connections) };
        const task = () => deliver({ server, load }, { ...traffic, frames });
        const { spent, loadShare } = await spending({ server, load }, task);
        return { cost: spent / (frames * connections), loadShare };
      };
      await load.ask('open', { port: server.ready, count: few, sessions });
      await perDelivery(few);
      const before = await perDelivery(few);
      await load.ask('open', { port: server.ready, count: many - few, sessions });
      await perDelivery(many);
      const after = await perDelivery(many);
      return { growth: after.cost / before.cost, loadShare: after.loadShare };
    },
  };
}

export const growths = [
  growth({ name: 'a delivery: 1,000 connections to 100', few: 100, many: 1_000 }),
  growth({ name: 'a delivery: 5,000 connections to 1,000', few: 1_000, many: 5_000 }),
];
