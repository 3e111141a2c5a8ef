// A controller that keeps a conversation in rows of its own: a table, say. The stream asks it for
// what a page shows, and is told of every change; it keeps nothing beside it.
// Run it with an agent and a server, and see what holds: node examples/own-agent/main.js
import { SessionEvents, windowOf } from '@loop/events';
import { entryOf, wholeOf } from './rows.js';

/**
 * @import { HistoryPage, HistoryQuery, RunState, Snapshot } from '@loop/events'
 * @import { Row } from './rows.js'
 */

export class Conversation {
  /** @type {Row[]} */
  rows;
  /** @type {SessionEvents} */
  events;
  /** @type {RunState} */
  #run = { status: 'idle' };

  /**
   * @param {string} id
   * @param {Row[]} [kept] rows of earlier, complete
   */
  constructor(id, kept = []) {
    this.rows = kept;
    this.events = new SessionEvents({
      sessionId: id,
      messageUpdates: 'delta',
      model: { snapshot: () => this.#snapshot(), history: (query) => this.#history(query) },
    });
    this.events.subscribe((frame) => {
      if (frame.type !== 'run.accepted') return;
      const { runId, requestId, acceptedAt } = frame;
      this.#run = { status: 'running', runId, requestId, acceptedAt };
    });
  }

  /** A run begins. @param {{ requestId: string, runId: string }} run */
  begin(run) {
    this.events.accept(run);
  }

  /** A row begins. Each change is made first and published then. @param {Row['author']} author */
  open(author, text = '') {
    this.rows.push({ author, text, isOpen: true, runId: this.events.activeRunId });
    const { message, messageIndex } = this.#last();
    this.events.publish({ type: 'message_start', message }, { messageIndex });
  }

  /** The open row grows. @param {string} delta */
  grow(delta) {
    const row = /** @type {Row} */ (this.rows.at(-1));
    row.text += delta;
    const { messageIndex } = this.#last();
    this.events.publish(
      {
        type: 'message_update',
        assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta },
      },
      { messageIndex },
    );
  }

  /** The open row is complete. */
  close() {
    const row = /** @type {Row} */ (this.rows.at(-1));
    row.isOpen = false;
    const { message, messageIndex } = this.#last();
    this.events.publish({ type: 'message_end', message }, { messageIndex });
  }

  /** The run is over. */
  end() {
    this.#run = { status: 'idle' };
    this.events.settle();
  }

  #last() {
    const index = this.rows.length - 1;
    return entryOf(/** @type {Row} */ (this.rows[index]), index);
  }

  /** @returns {Snapshot} the whole conversation; the stream cuts its window out of it */
  #snapshot() {
    return wholeOf(this.rows, this.#run);
  }

  /**
   * @param {HistoryQuery} query
   * @returns {Omit<HistoryPage, 'streamId' | 'seq'>}
   */
  #history({ before, rounds }) {
    return windowOf(wholeOf(this.rows.slice(0, before), this.#run), rounds);
  }
}
