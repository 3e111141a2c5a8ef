import type { AssistantMessageEvent, Message, SessionEvents, ToolCall } from '@loop/events';

/** When the story begins. Frames carry times, so a clock stands still between its steps. */
export const began = 1_764_579_600_000;

const question = 'Do the tests pass?';
const call: ToolCall = {
  type: 'toolCall',
  id: 'call-1',
  name: 'shell',
  arguments: { command: 'npm test' },
};
const output = [{ type: 'text' as const, text: '3 passed' }];

/** Somebody asks, and the model begins to answer. */
export function prompt(session: SessionEvents): void {
  session.accept({ requestId: 'p1', runId: 'r1' });
  session.publish({ type: 'agent_start' });
  for (const type of ['message_start', 'message_end'] as const) {
    session.publish({ type, message: { role: 'user', content: question } });
  }
}

/** The model says a few words and wants to call a tool. */
export function answer(session: SessionEvents): void {
  session.publish({ type: 'message_start', message: { role: 'assistant', content: [] } });
  say(session, { type: 'text_delta', contentIndex: 0, delta: 'Let me ' });
  say(session, { type: 'text_delta', contentIndex: 0, delta: 'see.' });
  say(session, { type: 'toolcall_start', contentIndex: 1, id: call.id, toolName: call.name });
}

/** The call is complete, and its host asks whether it may be made. */
export function ask(session: SessionEvents): void {
  const { id: toolCallId, name: toolName, arguments: args } = call;
  say(session, { type: 'toolcall_delta', contentIndex: 1, delta: JSON.stringify(args) });
  const content = [{ type: 'text' as const, text: 'Let me see.' }, call];
  session.publish({ type: 'message_end', message: { role: 'assistant', content } });
  session.publish({ type: 'tool_execution_start', toolCallId, toolName, args });
  const request = { kind: 'command', title: 'Run npm test?', toolCallId, toolName } as const;
  void session.approvals.request(request);
}

/** It may, and it does. */
export function run(session: SessionEvents, approvalId: string): void {
  const { id: toolCallId, name: toolName } = call;
  session.approvals.decide(approvalId, { decision: 'allow' });
  const result = { content: output };
  session.publish({ type: 'tool_execution_end', toolCallId, toolName, result, isError: false });
}

/** The result becomes a message, the model sums up, the run is over. */
export function settle(session: SessionEvents): void {
  const { id: toolCallId, name: toolName } = call;
  const messages: Message[] = [
    { role: 'toolResult', toolCallId, toolName, content: output, isError: false },
    { role: 'assistant', content: [{ type: 'text', text: 'They do.' }] },
  ];
  for (const message of messages) {
    session.publish({ type: 'message_start', message });
    session.publish({ type: 'message_end', message });
  }
  session.publish({ type: 'agent_settled' });
}

function say(session: SessionEvents, piece: AssistantMessageEvent): void {
  session.publish({ type: 'message_update', assistantMessageEvent: piece });
}
