// Sessions as an agent fills them.
import { SessionEvents } from '@loop/events';
import { inTurns } from '../lib/turns.mjs';

/** A session whose agent is in the middle of a message. @param messages what it holds already */
export function answering(messages = []) {
  const session = new SessionEvents({ sessionId: 'bench', messages, messageUpdates: 'delta' });
  session.accept({ requestId: 'request', runId: 'run' });
  session.publish({ type: 'message_start', message: { role: 'assistant', content: [] } });
  return session;
}

/** Four characters more. */
export function publishDelta(session) {
  session.publish({
    type: 'message_update',
    assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta: 'abcd' },
  });
}

/** @param perTurn readers are served once a turn */
export function publishDeltas(session, count, perTurn = 100) {
  return inTurns(count, () => publishDelta(session), perTurn);
}

export function callTool(session, toolCallId, text) {
  session.publish({
    ...{ type: 'tool_execution_start', toolCallId, toolName: 'read' },
    args: { path: 'src/add.js' },
  });
  session.publish({
    ...{ type: 'tool_execution_end', toolCallId, toolName: 'read', isError: false },
    result: { content: [{ type: 'text', text }] },
  });
}

/** Source text: of line ends and quotes, which JSON escapes. */
export function sourceText(bytes) {
  return 'export const greet = (name) => "Hello, " + name;\n'
    .repeat(bytes / 49 + 1)
    .slice(0, bytes);
}
