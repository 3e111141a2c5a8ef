import { livenessOf } from '../../node/read-recording.js';
import { type OperationStats, type RunStats, statsOf } from '../../read/stats.js';
import type { Command } from '../command.js';
import { EXIT } from '../exit-code.js';
import { formatMs } from '../format.js';
import type { Line } from '../output.js';
import { findRecording, itemsOf } from '../recordings.js';
import { markOf } from '../show/outcome.js';
import { column, rightColumn } from '../text.js';
import { buckets, vocabulary } from '../vocabulary.js';

/** `loop-trace stats` */
export const stats: Command = {
  name: 'stats',
  session: 'required',
  summary: 'Counts, durations and failures, and where the time of each run went',
  examples: [
    ['stats latest', 'the session that was written last'],
    ['stats 4f2a --json', 'the same, for programs'],
  ],
  async run(call) {
    const { out } = call;
    const recording = await findRecording(call);
    const isLive = await livenessOf(recording.folder);
    const found = await statsOf(itemsOf(recording), { schema: vocabulary, isLive, buckets });
    if (call.json) {
      await out.json({ sessionId: recording.sessionId, ...found });
      return EXIT.fine;
    }
    const nameColumns = out.width - 53;
    await out.print(
      heading('OPERATION', nameColumns, ['COUNT', 'FAILED', 'OPEN', 'P50', 'P95', 'MAX']),
    );
    for (const operation of found.operations)
      await out.print(operationLine(operation, nameColumns));
    const spent = [...new Set(Object.values(buckets))];
    await out.print('', heading('RUN', nameColumns + 1, [...spent, 'other', 'total'], 8));
    for (const run of found.runs) await out.print(runLine(run, spent, nameColumns - 12));
    const { records, redacted, omitted, dropped } = found;
    await out.print(
      '',
      `${records} records, ${redacted} credentials redacted, ${omitted} values omitted, ${dropped} dropped`,
    );
    return EXIT.fine;
  },
};

function heading(first: string, columns: number, rest: readonly string[], width = 7): Line {
  const cells = rest.map((text) => ` ${rightColumn(text.toUpperCase(), width)}`);
  return [{ text: column(first, columns) + cells.join(''), look: 'dim' }];
}

function operationLine(operation: OperationStats, columns: number): Line {
  const { name, count, failed, incomplete, p50Ms, p95Ms, maxMs } = operation;
  const counts = [count, failed, incomplete].map((value) => (value === 0 ? '' : String(value)));
  const cells = [...counts, ...[p50Ms, p95Ms, maxMs].map(formatMs)];
  const [first = '', second = '', ...rest] = cells.map((cell) => ` ${rightColumn(cell, 7)}`);
  return [
    { text: column(name, columns), look: 'bold' },
    first,
    { text: second, look: 'red' },
    ...rest,
  ];
}

function runLine(run: RunStats, spent: readonly string[], columns: number): Line {
  const { runId, outcome, durationMs, busyMs } = run;
  const { sign, word, look } = markOf({
    outcome,
    status: durationMs === undefined ? 'incomplete' : 'complete',
  });
  const busy = spent.map((bucket) => busyMs[bucket] ?? 0);
  const other = durationMs === undefined ? undefined : durationMs - busy.reduce((a, b) => a + b, 0);
  const times = [...busy, other, durationMs].map((ms) => ` ${rightColumn(formatMs(ms), 8)}`);
  return [
    { text: column(runId, columns), look: 'bold' },
    ' ',
    { text: column(`${sign} ${word}`, 12), look },
    ...times,
  ];
}
