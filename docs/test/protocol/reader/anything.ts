import type { AnyEvent, SessionEvents } from '@loop/events';
import fc from 'fast-check';

/** One thing that happens to a session. */
export type Step = (session: SessionEvents) => void;

const ids = fc.constantFrom('c1', 'c2', 'c3');
const tool = fc.record({ toolCallId: ids, toolName: fc.constant('shell') });
const texts = fc.constantFrom('', 'a', '{"b":1}');
const flags = fc.boolean();
const call = ids.map((id) => ({ type: 'toolCall', id, name: 'shell', arguments: {} }));
const text = texts.map((value) => ({ type: 'text', text: value }));
const content = fc.array(fc.oneof(text, call), { maxLength: 3 });
const answer = fc.record({ role: fc.constant('assistant'), content });
const question = texts.map((value) => ({ role: 'user', content: value }));
const result = fc.record(
  {
    role: fc.constant('toolResult'),
    toolCallId: ids,
    toolName: fc.constant('shell'),
    content: fc.array(text, { maxLength: 1 }),
    isError: flags,
    details: fc.constant({ exitCode: 0 }),
    durationMs: fc.nat(9),
  },
  { requiredKeys: ['role', 'toolCallId', 'toolName', 'content', 'isError'] },
);
const note = fc.constant({ role: 'bashExecution', command: 'ls', output: '' });
const message = fc.oneof(answer, answer, question, result, note);

const index = fc.nat(3);
const piece = fc.oneof(
  fc.record({ type: fc.constantFrom('text_start', 'thinking_start'), contentIndex: index }),
  fc.record({
    type: fc.constantFrom('text_delta', 'thinking_delta', 'toolcall_delta'),
    contentIndex: index,
    delta: texts,
  }),
  fc.record({
    type: fc.constantFrom('text_end', 'thinking_end'),
    contentIndex: index,
    content: texts,
  }),
  fc.record(
    {
      type: fc.constant('toolcall_start'),
      contentIndex: index,
      id: ids,
      toolName: fc.constant('shell'),
    },
    { requiredKeys: ['type', 'contentIndex'] },
  ),
  fc.record({ type: fc.constant('toolcall_end'), contentIndex: index, toolCall: call }),
  fc.record({ type: fc.constant('text_delta'), contentIndex: fc.constant(99), delta: texts }),
  fc.record({ type: fc.constant('start'), partial: answer }),
  fc.record({ type: fc.constant('done'), reason: texts, message: answer }),
  fc.record({ type: fc.constant('error'), reason: texts, error: answer }),
);

const nested = fc.record({ toolCallId: ids, toolName: fc.constant('read'), parentToolCallId: ids });
const reason = fc.constant('overflow');

/** Events as an agent sends them, in any order, some of them without what their name promises. */
const events: fc.Arbitrary<AnyEvent> = fc.oneof(
  named('message_start', fc.record({ message })),
  named('message_end', fc.record({ message })),
  named('message_update', fc.record({ assistantMessageEvent: piece })),
  named('message_update', fc.record({ assistantMessageEvent: piece, message: answer })),
  named('tool_execution_start', merged(tool, fc.record({ args: fc.constant({ a: 1 }) }))),
  named('tool_execution_update', merged(tool, fc.record({ partialResult: texts }))),
  named('tool_execution_end', merged(tool, fc.record({ result: texts, isError: flags }))),
  named('nested_tool.started', nested),
  named('nested_tool.completed', merged(nested, fc.record({ isError: flags, error: texts }))),
  named('agent_start', fc.constant({})),
  named('agent_settled', fc.constant({})),
  named('compaction_start', fc.record({ reason })),
  named('compaction_end', fc.record({ reason, willRetry: flags })),
  named(
    'auto_retry_start',
    fc.constant({ attempt: 1, maxAttempts: 3, delayMs: 1, errorMessage: '' }),
  ),
  named('auto_retry_end', fc.constant({ success: true, attempt: 1 })),
  named('prompt_timing', fc.record({ timingId: ids, phase: fc.constant('started') })),
  named('queue_changed', fc.constant({ items: [] })),
  named('session_title', fc.constant({ title: 'a', status: 'ready' })),
  named('approval_requested', approval({ kind: 'command', title: 'Run it?', requestedAt: 1 })),
  named(
    'approval_resolved',
    approval({ outcome: 'allowed', by: 'user', resolvedAt: 2, waitedMs: 1 }),
  ),
  fc
    .constantFrom('message_start', 'tool_execution_start', 'queue_changed')
    .map((type) => ({ type })),
);

/** What happens to a session: mostly events, now and then a prompt. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 9,
      arbitrary: events.map(
        (event): Step =>
          (session) =>
            session.publish(event),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('r1', 'r2').map(
        (runId): Step =>
          (session) =>
            session.accept({ requestId: 'p', runId }),
      ),
    },
  ),
  { maxLength: 60, size: 'max' },
);

function named(type: string, fields: fc.Arbitrary<object>): fc.Arbitrary<AnyEvent> {
  return fields.map((rest) => ({ type, ...rest }));
}

function merged(...parts: fc.Arbitrary<object>[]): fc.Arbitrary<object> {
  return fc.tuple(...parts).map((values) => Object.assign({}, ...(values as [object])) as object);
}

function approval(fields: object): fc.Arbitrary<object> {
  return fc.record({ approvalId: ids, toolCallId: ids }).map((own) => ({ ...own, ...fields }));
}
