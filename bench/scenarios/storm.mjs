// All readers come back at once: what one of them costs the server.

function storm({ name, clients, missed, snapshotBytes = 0 }) {
  return {
    name,
    unit: 'µs CPU per client',
    async run(server, load, { share }) {
      const count = Math.max(Math.round(clients * share), 50);
      const sessions = ['s0'];
      let at;
      if (missed > 0) {
        await load.ask('open', { port: server.ready, count: 1, sessions });
        [at] = await load.ask('where');
        await load.ask('close');
      }
      await server.ask('prepare', { sessions, frames: missed, size: 300, snapshotBytes });
      // A few first, so that what is compiled, cached and allocated once does not count.
      await load.ask('open', { port: server.ready, count: 20, sessions, missed, at });
      await load.ask('close');
      const [cpu, loadCpu, from] = [
        await server.ask('cpu'),
        await load.ask('cpu'),
        performance.now(),
      ];
      await load.ask('open', { port: server.ready, count, sessions, missed, at });
      const spent = (await server.ask('cpu')) - cpu;
      const report = await load.ask('report');
      if (report.problems > 0 || report.frames !== missed * count) {
        throw new Error(
          `${name}: ${report.frames} frames of ${missed * count}, ${report.problems} out of order`,
        );
      }
      const loadShare = ((await load.ask('cpu')) - loadCpu) / 1000 / (performance.now() - from);
      await load.ask('close');
      return { value: spent / count, loadShare };
    },
  };
}

export const storms = [
  storm({ name: 'reconnect storm, 200 frames behind', clients: 1_000, missed: 200 }),
  storm({
    name: 'reconnect storm, a snapshot of 1 MiB',
    clients: 300,
    missed: 0,
    snapshotBytes: 1_048_576,
  }),
];
