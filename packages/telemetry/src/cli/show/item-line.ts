import type { ReadItem, ReadRecord } from '../../read/read-item.js';
import { counted, formatTime } from '../format.js';
import type { Line } from '../output.js';
import { column, cut, rightColumn } from '../text.js';

const SEQ_COLUMNS = 6;
const NAME_COLUMNS = 24;
const ID_COLUMNS = 6;

/** One item of a recording on one line; `undefined` for what only readers need. */
export function itemLine(item: ReadItem, width: number): Line | undefined {
  switch (item.type) {
    case 'record':
      return recordLine(item.record, width);
    case 'gap': {
      const { from, to, count, reason } = item.gap;
      const text = `── ${counted(count, 'record')} of ${from} to ${to} dropped: ${reason}`;
      return [{ text: cut(text, width), look: 'yellow' }];
    }
    case 'problem': {
      const { kind, segment, line, message } = item.problem;
      const where = [segment, line].filter((part) => part !== undefined).join(':');
      return [{ text: cut(`── ${kind} ${where} ${message}`, width), look: 'red' }];
    }
    case 'segment':
    case 'end':
      return undefined;
  }
}

function recordLine(record: ReadRecord, width: number): Line {
  const { seq, time, name, runId, operationId, data } = record;
  const id = operationId ?? runId ?? '';
  const start = SEQ_COLUMNS + NAME_COLUMNS + ID_COLUMNS + 16;
  return [
    { text: rightColumn(String(seq), SEQ_COLUMNS), look: 'dim' },
    ` ${formatTime(Date.parse(time))} `,
    { text: column(name, NAME_COLUMNS), look: 'cyan' },
    ' ',
    // The end of an id tells more than its beginning, which many share.
    { text: column(id.slice(-ID_COLUMNS), ID_COLUMNS), look: 'dim' },
    ' ',
    cut(JSON.stringify(data), width - start),
  ];
}

/** What `--json` prints of an item: records as they are, anything else under its kind. */
export function itemDocument(item: ReadItem): object | undefined {
  if (item.type === 'record') return item.record;
  if (item.type === 'gap') return { gap: item.gap };
  return item.type === 'problem' ? { problem: item.problem } : undefined;
}
