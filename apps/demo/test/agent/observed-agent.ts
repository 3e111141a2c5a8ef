import type { AssistantMessage } from '@earendil-works/pi-ai';
import { createAgent } from '../../server/agent/create-agent.js';
import type { DemoAgent, DemoAgentEvent, DemoAgentOptions } from '../../server/agent/demo-agent.js';
import { createScriptedModel } from '../../server/agent/scripted-model.js';

/** An agent and everything it said. */
export interface ObservedAgent {
  agent: DemoAgent;
  events: DemoAgentEvent[];
  types(): string[];
  /** All texts of its answers, joined. */
  said(): string;
  answers(): AssistantMessage[];
  calls(): { name: string; arguments: Record<string, unknown> }[];
  results(): { isError: boolean; text: string }[];
}

/** An agent on `workspace`, with the scripted model at full speed unless another is given. */
export function observedAgent(
  options: Omit<DemoAgentOptions, 'model'> & Partial<DemoAgentOptions>,
): ObservedAgent {
  const agent = createAgent({
    model: createScriptedModel({ paceMs: 0 }),
    retry: { baseDelayMs: 1 },
    ...options,
  });
  const events: DemoAgentEvent[] = [];
  agent.subscribe((event) => events.push(event));
  const answers = () =>
    events.flatMap((event) =>
      event.type === 'message_end' && event.message.role === 'assistant' ? [event.message] : [],
    );
  const blocks = () => answers().flatMap(({ content }) => content);
  return {
    agent,
    events,
    answers,
    types: () => events.map(({ type }) => type),
    said: () =>
      blocks()
        .flatMap((block) => (block.type === 'text' ? [block.text] : []))
        .join('\n'),
    calls: () => blocks().filter((block) => block.type === 'toolCall'),
    results: () =>
      events.flatMap((event) =>
        event.type === 'message_end' && event.message.role === 'toolResult'
          ? [{ isError: event.message.isError, text: textOf(event.message.content) }]
          : [],
      ),
  };
}

function textOf(content: { type: string; text?: string }[]): string {
  return content.map(({ text }) => text ?? '').join('');
}
