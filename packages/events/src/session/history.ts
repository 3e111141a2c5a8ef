import type { MessageEntry, ToolExecution } from './state.js';

/** What to read of a session's past. */
export interface HistoryQuery {
  /** The page ends before this absolute message index. */
  before: number;
  /** Rounds to read at most. */
  rounds: number;
}

/** Earlier rounds, as they are at `streamId:seq`. A view of the same stream can take them in. */
export interface HistoryPage {
  streamId: string;
  seq: number;
  messages: MessageEntry[];
  tools: ToolExecution[];
  firstMessageIndex: number;
  firstRoundIndex: number;
}
