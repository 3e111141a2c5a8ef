import { EXIT } from './exit-code.js';
import { createOutput, showsColor, type Sink } from './output.js';
import { run } from './run.js';

const MIN_WIDTH = 72;
const MAX_WIDTH = 160;

const { stdout, stderr, env } = process;
// Whoever reads us (`| head`) may stop: that is no error of ours.
for (const stream of [stdout, stderr]) stream.on('error', leave);

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());

process.exitCode = await run(process.argv.slice(2), {
  root: env['LOOP_TRACE_ROOT'] || '.loop-data',
  out: createOutput(sinkOf(stdout), sinkOf(stderr), widthOf(stdout.columns)),
  now: Date.now(),
  signal: ending.signal,
});

function sinkOf(stream: NodeJS.WriteStream): Sink {
  return {
    color: showsColor(stream.isTTY, env),
    write(text) {
      if (stream.write(text)) return undefined;
      return new Promise((resolve) => stream.once('drain', resolve));
    },
  };
}

function leave(error: NodeJS.ErrnoException): never {
  process.exit(error.code === 'EPIPE' ? EXIT.fine : EXIT.cannotWrite);
}

/** Not of a terminal: 80 columns. */
function widthOf(columns: number | undefined): number {
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, columns ?? 80));
}
