// Rows as this host keeps them, and as a stream shows them.

/**
 * @import { MessageEntry, RunState, Snapshot } from '@loop/events'
 *
 * @typedef {object} Row
 * @property {'person' | 'agent'} author
 * @property {string} text
 * @property {boolean} isOpen still being written
 * @property {string | null} runId
 */

/**
 * @param {Row[]} rows
 * @param {RunState} run
 * @returns {Snapshot}
 */
export function wholeOf(rows, run) {
  return {
    state: { run, queue: [], pendingApprovals: [], timings: [] },
    messages: rows.map(entryOf),
    tools: [],
    firstMessageIndex: 0,
    messageCount: rows.length,
    firstRoundIndex: 0,
    roundCount: rows.filter(({ author }) => author === 'person').length,
  };
}

/**
 * @param {Row} row
 * @param {number} messageIndex
 * @returns {MessageEntry}
 */
export function entryOf({ author, text, isOpen, runId }, messageIndex) {
  const status = isOpen ? 'streaming' : 'complete';
  if (author === 'person') {
    return { messageIndex, message: { role: 'user', content: text }, status, runId };
  }
  const content = [{ type: /** @type {const} */ ('text'), text }];
  return { messageIndex, message: { role: 'assistant', content }, status, runId };
}
