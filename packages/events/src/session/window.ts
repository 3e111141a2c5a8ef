import { expected, hasField, wholeNumber } from '../expect.js';
import type { HistoryPage } from './history.js';
import type { MessageEntry, Snapshot, ToolExecution } from './state.js';
import { isFinished, placeOf } from './timeline.js';

/**
 * The latest `rounds` rounds of what `source` holds, with absolute indexes and totals. A round
 * starts at a message that a person sent; with fewer rounds the window is everything (DESIGN
 * D11 to D13). Cost: the size of the window.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function windowOf(source: Snapshot, rounds: number): Snapshot {
  expected(hasField(source, 'messages'), 'source: expected a snapshot or a view.');
  wholeNumber('rounds', rounds, 1);
  const { messageCount, roundCount, firstMessageIndex } = source;
  const start =
    roundCount <= rounds
      ? firstMessageIndex
      : roundsBefore(source.messages, firstMessageIndex, messageCount, rounds);
  return {
    state: { ...source.state, timings: source.state.timings.filter(isShown) },
    messages: source.messages.slice(start - firstMessageIndex),
    tools: source.tools.filter((tool) => !isFinished(tool) || placeOf(tool) >= start),
    firstMessageIndex: start,
    messageCount,
    firstRoundIndex: Math.max(source.firstRoundIndex, roundCount - rounds),
    roundCount,
  };

  function isShown(timing: Snapshot['state']['timings'][number]): boolean {
    return timing.phase === 'queued' || placeOf(timing) >= start;
  }
}

/**
 * The page that ends before the message `before`, at most `rounds` rounds long. `messages` and
 * `tools` are the whole session's.
 */
export function pageOf(
  messages: readonly MessageEntry[],
  tools: Iterable<ToolExecution>,
  query: { before: number; rounds: number },
): Omit<HistoryPage, 'streamId' | 'seq'> {
  const end = Math.min(Math.max(query.before, 0), messages.length);
  const start = roundsBefore(messages, 0, end, query.rounds);
  return {
    messages: messages.slice(start, end),
    tools: [...tools].filter((tool) => placeOf(tool) >= start && placeOf(tool) < end),
    firstMessageIndex: start,
    firstRoundIndex: messages.slice(0, start).filter(startsRound).length,
  };
}

/** Whether the entry starts a round. */
export function startsRound(entry: MessageEntry): boolean {
  return entry.message.role === 'user';
}

/** The index at which the `rounds`-th round before `end` starts; the first held one if there are fewer. */
function roundsBefore(
  messages: readonly MessageEntry[],
  firstMessageIndex: number,
  end: number,
  rounds: number,
): number {
  let missing = rounds;
  for (let index = end - 1; index >= firstMessageIndex; index--) {
    const entry = messages[index - firstMessageIndex];
    if (entry && startsRound(entry) && --missing === 0) return index;
  }
  return firstMessageIndex;
}
