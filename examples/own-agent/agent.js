// An agent of one's own: it answers from the conversation's rows, word by word.

/**
 * @import { Conversation } from './conversation.js'
 * @import { Row } from './rows.js'
 */

/**
 * @param {Conversation} conversation
 * @param {{ requestId: string, runId: string, text: string }} request
 * @param {(rows: readonly Row[]) => AsyncIterable<string>} think the model
 */
export async function answer(conversation, { requestId, runId, text }, think) {
  conversation.begin({ requestId, runId });
  try {
    conversation.open('person', text);
    conversation.close();
    conversation.open('agent');
    for await (const words of think(conversation.rows)) conversation.grow(words);
    conversation.close();
  } finally {
    conversation.end();
  }
}
