/**
 * An agent whose model says what it is told to: it stands for yours, and `main.js` plays the model.
 *
 * @import { AssistantMessage, AssistantMessageEvent, SessionEvents } from '@loop/events'
 */
export class ScriptedAgent {
  /** @type {SessionEvents | undefined} */
  #session;
  #text = '';

  /**
   * Begins to answer.
   *
   * @param {SessionEvents} session
   * @param {{ requestId: string, runId: string, text: string }} request
   */
  prompt = (session, { requestId, runId, text }) => {
    this.#session = session;
    this.#text = '';
    session.accept({ requestId, runId });
    session.append({ role: 'user', content: text });
    session.publish({ type: 'message_start', message: { role: 'assistant', content: [] } });
    this.#update({ type: 'text_start', contentIndex: 0 });
  };

  /** The model's next words. @param {string} words */
  say(words) {
    this.#text += words;
    this.#update({ type: 'text_delta', contentIndex: 0, delta: words });
  }

  /** The answer is complete, and with it the run. */
  finish() {
    this.#session?.publish({ type: 'message_end', message: this.#message() });
    this.#session?.settle();
  }

  /** @param {AssistantMessageEvent} assistantMessageEvent */
  #update(assistantMessageEvent) {
    const message = this.#message();
    this.#session?.publish({ type: 'message_update', message, assistantMessageEvent });
  }

  /** @returns {AssistantMessage} */
  #message() {
    return { role: 'assistant', content: [{ type: 'text', text: this.#text }] };
  }
}
