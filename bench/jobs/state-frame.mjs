// A state frame where nearly all of a large window is as it was, beside serialising that window.
import { compare } from '../lib/compare.mjs';
import { answering, callTool, sourceText } from './agent.mjs';

const ROUNDS = 30;
const CALLS = 64;
/** Each result is there twice, as an agent tells it: as the tool's, and as a message. */
const RESULT_BYTES = 2 ** 20 / CALLS / 2;

export const job = {
  name: 'a state frame',
  quick: 'ours',
  figures: {
    cost: {
      row: 'a state frame after one more tool call, 1 MiB window, to serialising the window',
      unit: 'CPU, as a ratio',
    },
  },
  async run({ share }) {
    const session = windowOf1MiB();
    const window = session.snapshot();
    const { frame, anew } = await compare(Math.max(Math.round(ROUNDS * share), 5), (round) => ({
      frame: () => {
        callTool(session, `more-${round}`, 'done');
        session.publishState();
      },
      anew: () => Buffer.from(JSON.stringify(window)),
    }));
    return { cost: frame / anew };
  },
};

function windowOf1MiB() {
  const text = sourceText(RESULT_BYTES);
  const session = answering([{ role: 'user', content: 'Read all of it.' }]);
  session.publish({ type: 'message_end', message: { role: 'assistant', content: [] } });
  for (let n = 0; n < CALLS; n++) {
    const toolCallId = `call-${n}`;
    callTool(session, toolCallId, text);
    session.append({
      ...{ role: 'toolResult', toolCallId, toolName: 'read', isError: false },
      content: [{ type: 'text', text }],
    });
  }
  return session;
}
