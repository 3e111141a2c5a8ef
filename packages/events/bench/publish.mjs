// What one publish costs, against the length of the session and the number of connections.
// Prints ratios: absolute figures belong to the machine they were taken on.
import { SessionEvents } from '@loop/events';

const lengths = [100, 10_000];
const readers = [0, 100, 1_000];
const publishes = 20_000;
const repeats = 5;

const text = 'x'.repeat(200);
const silent = { write: () => true, pendingBytes: () => 0, end() {}, destroy() {} };

function sessionOf(messageCount) {
  const messages = Array.from({ length: messageCount }, (_, at) =>
    at % 2 === 0
      ? { role: 'user', content: text }
      : { role: 'assistant', content: [{ type: 'text', text }] },
  );
  const session = new SessionEvents({ sessionId: 'bench', messages, messageUpdates: 'delta' });
  session.accept({ requestId: 'q', runId: 'r' });
  session.publish({ type: 'message_start', message: { role: 'assistant', content: [] } });
  return session;
}

const kinds = {
  delta: (session) =>
    session.publish({
      type: 'message_update',
      assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta: 'abcd' },
    }),
  tool: (session, at) => {
    const tool = { toolCallId: `call-${at}`, toolName: 'run' };
    session.publish({ type: 'tool_execution_start', ...tool, args: {} });
    session.publish({ type: 'tool_execution_end', ...tool, result: text, isError: false });
  },
  state: (session) => session.publishState(),
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function microseconds(kind, messageCount, connections, count) {
  const samples = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const session = sessionOf(messageCount);
    for (let at = 0; at < connections; at++) session.connect(silent);
    await turn();
    const start = process.hrtime.bigint();
    for (let at = 0; at < count; at++) kinds[kind](session, at);
    samples.push(Number(process.hrtime.bigint() - start) / 1_000 / count);
    await turn();
    session.dispose();
  }
  return samples.sort((a, b) => a - b)[Math.floor(repeats / 2)];
}

console.log('publish against session length (median, microseconds; ratio to the shorter)');
for (const [kind, count] of [
  ['delta', publishes],
  ['tool', 2_000],
  ['state', 500],
]) {
  await microseconds(kind, 100, 0, count);
  const [short, long] = [
    await microseconds(kind, lengths[0], 0, count),
    await microseconds(kind, lengths[1], 0, count),
  ];
  console.log(
    `  ${kind.padEnd(6)} ${short.toFixed(2)} -> ${long.toFixed(2)}  ratio ${(long / short).toFixed(2)}`,
  );
}
console.log('publish against connections, all in one turn (microseconds each)');
for (const connections of readers) {
  console.log(
    `  ${String(connections).padStart(5)}  ${(await microseconds('delta', 100, connections, publishes)).toFixed(2)}`,
  );
}
