/**
 * @import { StreamStats } from '@loop/events'
 *
 * @typedef {object} Counted what is read of a session or of the lists
 * @property {() => StreamStats} stats
 * @property {(listener: () => void) => () => void} [onDispose]
 */

/** What one stream adds to each metric: its counters only ever grow, its gauges come and go. */
const COUNTERS = {
  loop_frames_published_total: 'Frames published.',
  loop_connections_opened_total: 'Connections opened, by what they began with.',
  loop_connections_closed_total: 'Connections closed, by the reason.',
  loop_frames_evicted_total: 'Frames that left a replay buffer, by the limit they went for.',
};
const GAUGES = {
  loop_streams: 'Streams in this process.',
  loop_connections: 'Connections open now.',
  loop_buffered_frames: 'Frames retained for replay.',
  loop_buffered_bytes: 'Bytes retained for replay.',
};

/**
 * Sums up streams by kind. A stream that is disposed of leaves its counts behind, so that no
 * counter ever falls.
 */
export function createMetrics() {
  /** @type {Map<Counted, string>} */
  const live = new Map();
  /** @type {Map<string, number>} */
  const left = new Map();

  return { watch, render };

  /**
   * @param {'session' | 'lists'} kind
   * @param {Counted} stream
   */
  function watch(kind, stream) {
    live.set(stream, kind);
    stream.onDispose?.(() => {
      live.delete(stream);
      add(left, countersOf(kind, stream.stats()));
    });
  }

  /** The metrics now, in Prometheus' text format. */
  function render() {
    const samples = new Map(left);
    for (const [stream, kind] of live) {
      const stats = stream.stats();
      add(samples, countersOf(kind, stats));
      add(samples, gaugesOf(kind, stats));
    }
    const lines = [
      ...samplesOf(COUNTERS, 'counter', samples),
      ...samplesOf(GAUGES, 'gauge', samples),
    ];
    return lines.map((line) => `${line}\n`).join('');
  }
}

/**
 * @param {string} stream
 * @param {StreamStats} stats
 * @returns {[string, number][]}
 */
function countersOf(stream, { published, replays, snapshots, closes, evictions }) {
  return [
    [sample('loop_frames_published_total', { stream }), published],
    [sample('loop_connections_opened_total', { stream, opening: 'replay' }), replays],
    ...each(snapshots, (because) =>
      sample('loop_connections_opened_total', { stream, opening: 'snapshot', because }),
    ),
    ...each(closes, (reason) => sample('loop_connections_closed_total', { stream, reason })),
    ...each(evictions, (limit) => sample('loop_frames_evicted_total', { stream, limit })),
  ];
}

/**
 * @param {string} stream
 * @param {StreamStats} stats
 * @returns {[string, number][]}
 */
function gaugesOf(stream, { connections, bufferedFrames, bufferedBytes }) {
  return [
    [sample('loop_streams', { stream }), 1],
    [sample('loop_connections', { stream }), connections],
    [sample('loop_buffered_frames', { stream }), bufferedFrames],
    [sample('loop_buffered_bytes', { stream }), bufferedBytes],
  ];
}

/**
 * @param {Record<string, number>} counts
 * @param {(key: string) => string} name
 * @returns {[string, number][]}
 */
function each(counts, name) {
  return Object.entries(counts).map(([key, count]) => [name(key), count]);
}

/**
 * @param {string} metric
 * @param {Record<string, string>} labels whose values are words of ours: nothing to escape
 */
function sample(metric, labels) {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return `${metric}{${pairs.join(',')}}`;
}

/**
 * @param {Map<string, number>} sums
 * @param {[string, number][]} values
 */
function add(sums, values) {
  for (const [name, value] of values) sums.set(name, (sums.get(name) ?? 0) + value);
}

/**
 * @param {Record<string, string>} metrics
 * @param {'counter' | 'gauge'} type
 * @param {Map<string, number>} samples
 */
function samplesOf(metrics, type, samples) {
  return Object.entries(metrics).flatMap(([metric, help]) => [
    `# HELP ${metric} ${help}`,
    `# TYPE ${metric} ${type}`,
    ...[...samples].filter(([name]) => name.startsWith(`${metric}{`)).map((pair) => pair.join(' ')),
  ]);
}
