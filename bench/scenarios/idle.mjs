// Readers that nothing is sent to: what one of them holds.

export const idles = [
  {
    name: '5,000 idle connections',
    unit: 'KiB per connection',
    async run(server, load, { share }) {
      const count = Math.max(Math.round(5_000 * share), 500);
      const sessions = ['s0'];
      await load.ask('open', { port: server.ready, count: 50, sessions });
      await load.ask('close');
      const before = await server.ask('memory');
      await load.ask('open', { port: server.ready, count, sessions });
      const after = await server.ask('memory');
      await load.ask('close');
      return { value: (after.heap - before.heap) / 1024 / count, loadShare: 0 };
    },
  },
];
