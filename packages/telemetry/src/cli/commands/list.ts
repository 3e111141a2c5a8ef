import { type ListedRecording, listRecordings } from '../../node/list-recordings.js';
import type { RecordingSummary } from '../../read/summary.js';
import type { Command } from '../command.js';
import { EXIT } from '../exit-code.js';
import { formatBytes, formatDateTime } from '../format.js';
import type { Line, Piece } from '../output.js';
import { type Mark, markOf } from '../show/outcome.js';
import { column, cut, rightColumn, wrapped } from '../text.js';
import { vocabulary } from '../vocabulary.js';

/** `loop-trace list` */
export const list: Command = {
  name: 'list',
  summary: 'Recordings, the latest first: how their last run ended, and whether they are whole',
  options: { failed: { help: 'those alone in which a run failed or was cut off' } },
  examples: [
    ['list', 'recordings of the default root'],
    ['list --failed --root ./data', 'failed ones of another root'],
  ],
  exits: 'when --failed finds any',
  async run({ root, json, has, out }) {
    const all = await listRecordings(root, { schema: vocabulary });
    const isFailed = has('failed');
    const shown = isFailed ? all.filter(({ summary }) => (summary?.failedRuns ?? 0) > 0) : all;
    if (json) await out.json(shown);
    else if (shown.length === 0) {
      await out.print(isFailed ? 'No run failed.' : `There are no recordings in ${root}.`);
    } else {
      await out.print([{ text: headline(out.width), look: 'dim' }]);
      for (const recording of shown) await out.print(...linesOf(recording, out.width));
    }
    return isFailed && shown.length > 0 ? EXIT.found : EXIT.fine;
  },
};

/** What is left of a line for the session's id. */
function idColumns(width: number): number {
  return width - 62;
}

function headline(width: number): string {
  const id = column('SESSION', idColumns(width));
  return `${id} STARTED (UTC)       RUNS  LAST RUN     OPEN     SIZE MODE`;
}

function linesOf(recording: ListedRecording, width: number): Line[] {
  const { sessionId = '?', folder, bytes, isLive, summary, error } = recording;
  const id: Piece = { text: column(sessionId, idColumns(width)), look: 'bold' };
  if (!summary) {
    const lines = wrapped(error ?? `${folder} cannot be read.`, width - 2);
    return [[id], ...lines.map((text): Line => ['  ', { text, look: 'red' }])];
  }
  const { sign, word, look } = lastRun(summary);
  const line: Line = [
    id,
    ` ${column(formatDateTime(summary.startedAt ?? Number.NaN), 19)}`,
    ` ${rightColumn(String(summary.runs), 4)}  `,
    { text: column(summary.runs === 0 ? '' : `${sign} ${word}`, 12), look },
    ` ${rightColumn(summary.incomplete === 0 ? '' : String(summary.incomplete), 4)}`,
    ` ${rightColumn(formatBytes(bytes), 8)} `,
    cut(isLive ? 'live' : (summary.mode ?? ''), 8),
  ];
  const notes = notesOf(summary);
  return notes === '' ? [line] : [line, ['  ', { text: cut(notes, width - 2), look: 'yellow' }]];
}

function lastRun({ outcome, missing }: RecordingSummary): Mark {
  return markOf({
    outcome,
    status: missing ? 'incomplete' : 'complete',
    ...(missing ? { missing } : {}),
  });
}

function notesOf({ failedRuns, damage, dropped }: RecordingSummary): string {
  const notes = [
    failedRuns > 0 ? `failed runs: ${failedRuns}` : '',
    damage > 0 ? `damage: ${damage}` : '',
    dropped > 0 ? `dropped records: ${dropped}` : '',
  ];
  return notes.filter((note) => note !== '').join(', ');
}
