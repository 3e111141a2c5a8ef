// An agent that runs a command only when somebody allows it. Put your own here.

/**
 * @import { SessionEvents } from '@loop/events'
 */

/**
 * @param {SessionEvents} session
 * @param {{ requestId: string, runId: string, text: string }} request whose text is the command
 * @param {(command: string) => Promise<string>} execute
 */
export async function runCommand(session, { requestId, runId, text: command }, execute) {
  const tool = { toolCallId: crypto.randomUUID(), toolName: 'shell' };
  session.accept({ requestId, runId });
  try {
    session.append({ role: 'user', content: command });
    session.append({
      role: 'assistant',
      content: [{ type: 'toolCall', id: tool.toolCallId, name: 'shell', arguments: { command } }],
    });
    session.publish({ type: 'tool_execution_start', ...tool, args: { command } });
    const { outcome } = await session.approvals.request({
      ...{ ...tool, kind: 'command', title: 'Run a command', detail: command },
    });
    const isError = outcome !== 'allowed';
    const text = isError ? `The command was not run: ${outcome}.` : await execute(command);
    /** @type {import('@loop/events').ToolResultMessage} */
    const result = { role: 'toolResult', ...tool, content: [{ type: 'text', text }], isError };
    session.publish({ type: 'tool_execution_end', ...tool, result: result.content, isError });
    session.append(result);
  } finally {
    session.settle();
  }
}
