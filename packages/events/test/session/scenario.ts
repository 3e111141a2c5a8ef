import fc from 'fast-check';
import type { AnyEvent, AssistantMessage, Message, SessionEvents } from '@loop/events';

/** One thing that may happen to a session, in any order and however unlikely. */
export type Step =
  | { do: 'accept' | 'settle' | 'agent_settled' | 'publishState' | 'again' }
  | { do: 'user'; losesEnd: boolean }
  | { do: 'answer'; blocks: Block[]; ends: boolean; fails: boolean }
  | { do: 'append'; role: 'bashExecution' | 'system' | 'compactionSummary' | 'user' | 'novelty' }
  | { do: 'tool'; phase: 'start' | 'update' | 'end' | 'result' | 'ask' | 'answer'; id: number }
  | { do: 'nested'; phase: 'start' | 'end' | 'started' | 'completed'; id: number }
  | { do: 'retry' | 'retried' | 'compact'; again: boolean }
  | { do: 'timing'; id: number; phase: 'queued' | 'started' | 'completed' }
  | { do: 'state'; event: AnyEvent };

interface Block {
  type: 'text' | 'thinking' | 'call';
  pieces: string[];
}

const pieces = fc.array(fc.constantFrom('a', ' b', 'ü', '漢', '\u2028', '"x"'), { maxLength: 3 });
const block: fc.Arbitrary<Block> = fc.record({
  type: fc.constantFrom('text', 'thinking', 'call'),
  pieces,
});
const mostly = (likely: boolean): fc.Arbitrary<boolean> =>
  fc.integer({ max: 5, min: 0 }).map((n) => (n === 0 ? !likely : likely));

const tools = fc.constantFrom('start', 'update', 'end', 'result', 'ask', 'answer');
const lasting = {
  user: fc.record({ do: fc.constant('user'), losesEnd: mostly(false) }),
  answer: fc.record({
    do: fc.constant('answer'),
    blocks: fc.array(block, { maxLength: 3 }),
    ends: mostly(true),
    fails: mostly(false),
  }),
};

/** Sequences with lost endings, repeated events and stragglers among ordinary rounds. */
export const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { arbitrary: lasting.user, weight: 4 },
    { arbitrary: lasting.answer, weight: 6 },
    { arbitrary: toolSteps(tools), weight: 10 },
    fc.record({
      do: fc.constantFrom('accept', 'settle', 'agent_settled', 'publishState', 'again'),
    }),
    fc.record({
      do: fc.constant('append'),
      role: fc.constantFrom('bashExecution', 'system', 'compactionSummary', 'user', 'novelty'),
    }),
    fc.record({
      do: fc.constant('nested'),
      phase: fc.constantFrom('start', 'end', 'started', 'completed'),
      id: fc.nat(5),
    }),
    fc.record({ do: fc.constantFrom('retry', 'retried', 'compact'), again: fc.boolean() }),
    fc.record({
      do: fc.constant('timing'),
      id: fc.nat(3),
      phase: fc.constantFrom('queued', 'started', 'completed'),
    }),
    fc.record({ do: fc.constant('state'), event: fc.constantFrom(...stateEvents()) }),
  ) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 60 },
);

/** The same without losses: every message that starts ends. */
export const completeSteps: fc.Arbitrary<Step[]> = anySteps.map((steps) =>
  steps
    .map(
      (step) =>
        ({
          ...step,
          ...(step.do === 'user' ? { losesEnd: false } : {}),
          ...(step.do === 'answer' ? { ends: true } : {}),
        }) as Step,
    )
    .filter((step) => step.do !== 'again'),
);

/** Plays steps on a session, the way an agent would publish them. */
export function play(session: SessionEvents, steps: readonly Step[]): void {
  const player = new Player(session);
  for (const step of steps) player.play(step);
}

class Player {
  readonly #session: SessionEvents;
  #count = 0;
  #last: AnyEvent = { type: 'novelty' };

  constructor(session: SessionEvents) {
    this.#session = session;
  }

  play(step: Step): void {
    this.#count++;
    switch (step.do) {
      case 'accept':
        return this.#session.accept({ requestId: `q${this.#count}`, runId: `r${this.#count}` });
      case 'settle':
        return this.#session.settle();
      case 'publishState':
        return this.#session.publishState({ model: { model: `m${this.#count}` } });
      case 'agent_settled':
        return this.#send({ type: 'agent_settled' });
      case 'again':
        return this.#send(this.#last);
      case 'user': {
        const message: Message = { role: 'user', content: `u${this.#count}` };
        this.#send({ type: 'message_start', message });
        if (!step.losesEnd) this.#send({ type: 'message_end', message });
        return;
      }
      case 'answer':
        return this.#answer(step);
      case 'append':
        return this.#session.append(appended(step.role, this.#count));
      case 'tool':
        return this.#tool(step.phase, `call-${step.id}`);
      case 'nested':
        return this.#nested(step.phase, step.id);
      case 'retry':
        return this.#send({
          type: 'auto_retry_start',
          ...{ attempt: 1, maxAttempts: 2, delayMs: 10, errorMessage: 'overloaded' },
        });
      case 'retried':
        return this.#send({ type: 'auto_retry_end', success: step.again, attempt: 1 });
      case 'compact':
        this.#send({ type: 'compaction_start', reason: 'overflow' });
        return this.#send({ type: 'compaction_end', reason: 'overflow', willRetry: step.again });
      case 'timing':
        return this.#send({ type: 'prompt_timing', timingId: `t${step.id}`, phase: step.phase });
      case 'state':
        return this.#send(step.event);
    }
  }

  #answer(step: Extract<Step, { do: 'answer' }>): void {
    const message: AssistantMessage = { role: 'assistant', content: [], timestamp: this.#count };
    this.#send({ type: 'message_start', message });
    step.blocks.forEach((block, contentIndex) => this.#stream(message, block, contentIndex));
    message.stopReason = step.fails ? 'error' : 'stop';
    if (step.ends) this.#send({ type: 'message_end', message });
  }

  /** Like the real agent, one message object grows and every event points at it. */
  #stream(message: AssistantMessage, { type, pieces }: Block, contentIndex: number): void {
    const update = (event: object): void =>
      this.#send({
        type: 'message_update',
        message,
        assistantMessageEvent: { ...event, contentIndex, partial: message },
      });
    const whole = pieces.join('');
    if (type === 'call') {
      const call = { type: 'toolCall', id: `call-${this.#count % 7}`, name: 'run', arguments: {} };
      message.content[contentIndex] = call as never;
      update({ type: 'toolcall_start' });
      for (const delta of pieces) update({ type: 'toolcall_delta', delta });
      message.content[contentIndex] = { ...call, arguments: { whole } } as never;
      return update({ type: 'toolcall_end', toolCall: message.content[contentIndex] });
    }
    const field = type === 'text' ? 'text' : 'thinking';
    message.content[contentIndex] = { type, [field]: '' } as never;
    update({ type: `${type}_start` });
    pieces.forEach((delta, at) => {
      const text = pieces.slice(0, at + 1).join('');
      message.content[contentIndex] = { type, [field]: text } as never;
      update({ type: `${type}_delta`, delta });
    });
    update({ type: `${type}_end`, content: whole });
  }

  #tool(phase: Extract<Step, { do: 'tool' }>['phase'], toolCallId: string): void {
    const tool = { toolCallId, toolName: 'run', args: { n: 1 } };
    const text = `result ${toolCallId} ${this.#count}`;
    const result = { content: [{ type: 'text', text }], details: { text } };
    const approvalId = `ask-${toolCallId}`;
    switch (phase) {
      case 'start':
        return this.#send({ type: 'tool_execution_start', ...tool });
      case 'update':
        return this.#send({ type: 'tool_execution_update', ...tool, partialResult: result });
      case 'end':
        return this.#send({ type: 'tool_execution_end', ...tool, result, isError: false });
      case 'result': {
        const message = {
          role: 'toolResult',
          toolCallId,
          toolName: 'run',
          ...result,
          isError: false,
        };
        this.#send({ type: 'message_start', message });
        return this.#send({ type: 'message_end', message });
      }
      case 'ask':
        return this.#send({
          type: 'approval_requested',
          ...{ approvalId, toolCallId, kind: 'tool', title: 'May I?', requestedAt: 1 },
          runId: this.#session.activeRunId,
        });
      case 'answer':
        return this.#send({
          type: 'approval_resolved',
          ...{ approvalId, toolCallId, outcome: 'allowed', by: 'user', resolvedAt: 2, waitedMs: 1 },
        });
    }
  }

  #nested(phase: Extract<Step, { do: 'nested' }>['phase'], id: number): void {
    const call = {
      toolCallId: `call-${id}/1`,
      parentToolCallId: `call-${id}`,
      toolName: 'inner',
    };
    switch (phase) {
      case 'start':
        return this.#send({ type: 'tool_execution_start', args: {}, ...call });
      case 'end':
        return this.#send({ type: 'tool_execution_end', ...call, result: 'ok', isError: true });
      case 'started':
        return this.#send({ type: 'nested_tool.started', ...call });
      case 'completed':
        return this.#send({ type: 'nested_tool.completed', ...call, isError: true, error: 'no' });
    }
  }

  #send<Event extends AnyEvent>(event: Event): void {
    this.#last = event;
    this.#session.publish(event);
  }
}

function toolSteps(phase: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  return fc.record({ do: fc.constant('tool'), phase, id: fc.nat(6) });
}

function appended(role: string, count: number): Message {
  return { role, content: `x${count}`, command: 'ls', output: '', summary: 's' } as never;
}

function stateEvents(): (AnyEvent & Record<string, unknown>)[] {
  return [
    { type: 'queue_changed', items: [{ inputId: 'i1', mode: 'steer', text: 'now' }] },
    { type: 'queue_changed', items: [] },
    { type: 'session_title', title: 'A title', status: 'ready' },
    { type: 'permission_changed', preset: 'ask' },
    { type: 'context_budget', tokens: 1, contextWindow: 2, percent: 50 },
    { type: 'skills_loaded', skills: [{ name: 's', revision: 'r' }] },
    { type: 'agent_start' },
    { type: 'turn_start' },
    { type: 'turn_end', message: {}, toolResults: [] },
    { type: 'future_event', anything: [1, { deep: true }] },
  ];
}
