// Frames to many readers: what one delivery costs the server.

const sessionsOf = (count) => Array.from({ length: count }, (_, n) => `s${n}`);

function fanOut({ name, connections, size, burst = 1, sessions = 1, frames }) {
  return {
    name,
    unit: 'µs CPU per delivered frame',
    async run(server, load, { share }) {
      const total = Math.max(Math.round((frames * share) / burst), 3) * burst;
      const ids = sessionsOf(sessions);
      const perReader = total;
      const pauseMs = (connections * burst) / 60;
      await load.ask('open', { port: server.ready, count: connections, sessions: ids });
      // The first frames compile what the others run.
      const warm = Math.max(Math.ceil(20 / burst), 1) * burst;
      await server.ask('publish', { sessions: ids, frames: warm, burst, size, pauseMs });
      await load.ask('receive', { frames: warm });
      const [cpu, loadCpu, at] = [
        await server.ask('cpu'),
        await load.ask('cpu'),
        performance.now(),
      ];
      await server.ask('publish', { sessions: ids, frames: total, burst, size, pauseMs });
      await load.ask('receive', { frames: warm + perReader });
      const deliveries = total * connections;
      const spent = (await server.ask('cpu')) - cpu;
      const report = await load.ask('report');
      const expected = (warm + perReader) * connections;
      if (report.problems > 0 || report.frames !== expected) {
        throw new Error(
          `${name}: ${report.frames} frames of ${expected}, ${report.problems} out of order`,
        );
      }
      const loadShare = ((await load.ask('cpu')) - loadCpu) / 1000 / (performance.now() - at);
      await load.ask('close');
      return { value: spent / deliveries, loadShare };
    },
  };
}

export const fanOuts = [
  fanOut({ name: '1 connection, 300 B', connections: 1, size: 300, frames: 20_000 }),
  fanOut({ name: '1 connection, 4 KiB', connections: 1, size: 4_096, frames: 10_000 }),
  fanOut({ name: '100 connections, 300 B', connections: 100, size: 300, frames: 1_000 }),
  fanOut({ name: '1,000 connections, 300 B', connections: 1_000, size: 300, frames: 120 }),
  fanOut({
    name: '1,000 connections, bursts of 16',
    connections: 1_000,
    size: 300,
    burst: 16,
    frames: 480,
  }),
  fanOut({ name: '1,000 connections, 4 KiB', connections: 1_000, size: 4_096, frames: 120 }),
  fanOut({ name: '5,000 connections, 300 B', connections: 5_000, size: 300, frames: 24 }),
  fanOut({
    name: '1,000 sessions, one viewer each',
    connections: 1_000,
    sessions: 1_000,
    size: 300,
    frames: 120,
  }),
];
