// A long answer in small deltas, from the agent's events to the folded view of a client: the delta
// form beside the native one, which repeats the whole message each time.
import { applyFrame, SessionEvents } from '@loop/events';
import { compare } from '../lib/compare.mjs';
import { turn } from '../lib/turns.mjs';

const ANSWER_BYTES = 65_536;
const DELTA = 'abcd';

export const job = {
  name: 'a 64 KiB answer',
  figures: {
    bytes: { row: 'a 64 KiB answer: the delta form to the native one', unit: 'bytes, as a ratio' },
    cpu: { row: 'a 64 KiB answer, event to view: the delta form to the native one', unit: 'CPU' },
  },
  async run() {
    // A short one compiles what the long one runs; of that, the native form takes a gigabyte.
    await Promise.all([answer('delta', 4_096), answer('native', 4_096)]);
    const bytes = {};
    const form = (name) => async () => {
      bytes[name] = await answer(name, ANSWER_BYTES);
    };
    const forms = { delta: form('delta'), native: form('native') };
    const cpu = await compare(1, () => forms, 0);
    return { bytes: bytes.delta / bytes.native, cpu: cpu.delta / cpu.native };
  },
};

/** @returns how many bytes went to the client */
async function answer(messageUpdates, length) {
  const session = new SessionEvents({ sessionId: 'bench', messageUpdates });
  const client = createClient();
  session.connect(client.sink);
  session.accept({ requestId: 'request', runId: 'run' });
  const block = { type: 'text', text: '' };
  const message = { role: 'assistant', content: [] };
  const update = (inner) =>
    session.publish({
      ...{ type: 'message_update', message },
      assistantMessageEvent: { ...inner, contentIndex: 0, partial: message },
    });
  session.publish({ type: 'message_start', message });
  message.content.push(block);
  update({ type: 'text_start' });
  while (block.text.length < length) {
    block.text += DELTA;
    update({ type: 'text_delta', delta: DELTA });
    // A model's next token comes in a later turn.
    await turn();
  }
  update({ type: 'text_end', content: block.text });
  session.publish({ type: 'message_end', message });
  await turn();
  const [folded] = client.view().messages.at(-1).message.content;
  if (folded.text !== block.text) throw new Error(`${messageUpdates}: another text than was sent`);
  session.dispose();
  return client.bytes();
}

/** Decodes and folds what comes, in pieces that may end anywhere; the answer is ASCII. */
function createClient() {
  let [view, bytes, rest] = [undefined, 0, ''];
  const take = (chunk) => {
    bytes += chunk.length;
    const events = (rest + Buffer.from(chunk).latin1Slice()).split('\n\n');
    rest = events.pop();
    for (const event of events) {
      if (!event.startsWith('id: ')) continue; // a heartbeat
      const frame = JSON.parse(event.slice(event.indexOf('\ndata: ') + 7));
      const { view: next, outcome } = applyFrame(view, frame);
      if (outcome !== 'applied') throw new Error(`a frame is ${outcome}`);
      view = next;
    }
    return true;
  };
  return {
    sink: { write: take, pendingBytes: () => 0, end() {}, destroy() {} },
    view: () => view,
    bytes: () => bytes,
  };
}
