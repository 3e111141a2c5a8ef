import { nameOfToday } from '../read/vocabulary.js';
import type { ReadItem, ReadRecord } from '../read/read-item.js';
import type { Call } from './command.js';
import { parseCount, parseMoment } from './quantities.js';
import { vocabulary } from './vocabulary.js';

/** Whether an item was asked for. */
export type ItemFilter = (item: ReadItem) => boolean;

/** Reads `--name --run --op --since --until --from --to`. */
export function recordFilter(call: Call): ItemFilter {
  const names = call.values('name').map((name) => nameOfToday(name, vocabulary));
  const run = call.value('run');
  const operation = call.value('op');
  const since = momentOf(call, 'since') ?? -Infinity;
  const until = momentOf(call, 'until') ?? Infinity;
  const from = countOf(call, 'from') ?? 0;
  const to = countOf(call, 'to') ?? Infinity;
  const isAboutRecords = names.length > 0 || run !== undefined || operation !== undefined;

  function isWanted({ seq, time, name, runId, operationId }: ReadRecord): boolean {
    const at = Date.parse(time);
    return (
      seq >= from &&
      seq <= to &&
      !(at < since || at > until) &&
      (names.length === 0 || names.some((wanted) => isPartOf(name, wanted))) &&
      (run === undefined || (runId?.startsWith(run) ?? false)) &&
      (operation === undefined || (operationId?.startsWith(operation) ?? false))
    );
  }
  return (item) => {
    if (item.type === 'record') return isWanted(item.record);
    // What is missing concerns whoever looks at everything, within bounds of numbers.
    if (isAboutRecords) return false;
    if (item.type === 'gap') return item.gap.to >= from && item.gap.from <= to;
    return (
      item.type === 'problem' &&
      (item.problem.toSeq ?? to) >= from &&
      (item.problem.fromSeq ?? from) <= to
    );
  };
}

/** `tool` names `tool.started` too, not `toolbox`. */
function isPartOf(name: string, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}.`);
}

function momentOf(call: Call, option: string): number | undefined {
  const text = call.value(option);
  return text === undefined ? undefined : parseMoment(text, `--${option}`, call.now);
}

function countOf(call: Call, option: string): number | undefined {
  const text = call.value(option);
  return text === undefined ? undefined : parseCount(text, `--${option}`);
}
