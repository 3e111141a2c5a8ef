import { type PrunedRecording, pruneRecordings } from '../../node/prune.js';
import type { Call, Command } from '../command.js';
import { CommandError, EXIT, usage } from '../exit-code.js';
import { counted, formatBytes, formatDateTime } from '../format.js';
import type { Line } from '../output.js';
import { parseCount, parseDuration, parseSize } from '../quantities.js';
import { column, rightColumn } from '../text.js';

/** `loop-trace prune` */
export const prune: Command = {
  name: 'prune',
  summary: 'Removes recordings, the oldest first; never one that is being written',
  options: {
    'older-than': { value: 'AGE', help: 'those that nobody wrote to for so long: 12h, 30d' },
    keep: { value: 'COUNT', help: 'all but so many, the latest' },
    'max-size': { value: 'SIZE', help: 'all but the latest that fit into it together: 500MiB' },
    'dry-run': { help: 'tell what would go, remove nothing' },
  },
  examples: [
    ['prune --older-than 30d --dry-run', 'look first'],
    ['prune --keep 50 --max-size 2GiB', 'whatever one of them says goes, goes'],
  ],
  async run(call) {
    const { root, json, has, out } = call;
    const isDry = has('dry-run');
    const gone = await pruneRecordings(root, { ...limitsOf(call), dryRun: isDry, now: call.now });
    const failed = isDry ? [] : gone.filter(({ isRemoved }) => !isRemoved);
    if (json) await out.json({ dryRun: isDry, recordings: gone });
    else {
      for (const recording of gone) await out.print(lineOf(recording, isDry, out.width));
      const bytes = gone.reduce((sum, recording) => sum + recording.bytes, 0);
      const what = `${counted(gone.length - failed.length, 'recording')}, ${formatBytes(bytes)}`;
      await out.print(isDry ? `Would remove ${what}.` : `Removed ${what}.`);
    }
    if (failed.length === 0) return EXIT.fine;
    throw new CommandError(
      EXIT.cannotWrite,
      `${counted(failed.length, 'recording')} could not be removed.`,
      'Somebody writes to them, or their folders hold files that are none of ours.',
    );
  },
};

function limitsOf(call: Call): { olderThanMs?: number; keep?: number; maxBytes?: number } {
  const age = call.value('older-than');
  const count = call.value('keep');
  const size = call.value('max-size');
  if (age === undefined && count === undefined && size === undefined)
    throw usage('What may go?', 'Say --older-than AGE, --keep COUNT or --max-size SIZE.');
  return {
    ...(age === undefined ? {} : { olderThanMs: parseDuration(age, '--older-than') }),
    ...(count === undefined ? {} : { keep: parseCount(count, '--keep') }),
    ...(size === undefined ? {} : { maxBytes: parseSize(size, '--max-size') }),
  };
}

function lineOf(recording: PrunedRecording, isDry: boolean, width: number): Line {
  const { folder, sessionId = folder, changedAt, bytes, reason, isRemoved } = recording;
  const outcome = isDry || isRemoved ? reason : 'not removed';
  return [
    { text: column(sessionId, width - 43), look: 'bold' },
    ` ${formatDateTime(changedAt)} ${rightColumn(formatBytes(bytes), 8)}  `,
    { text: outcome, look: outcome === 'not removed' ? 'red' : 'dim' },
  ];
}
