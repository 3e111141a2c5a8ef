import { Agent, type AgentTool } from '@earendil-works/pi-agent-core';
import { registerFauxProvider, Type, type FauxResponseStep } from '@earendil-works/pi-ai';

/** A pi 0.74 agent whose model gives `responses`, one after the other, in small deltas. */
export function scriptedAgent(responses: FauxResponseStep[], tools: AgentTool[] = []): Agent {
  const provider = registerFauxProvider({ tokenSize: { min: 1, max: 1 } });
  provider.setResponses(responses);
  return new Agent({
    initialState: { systemPrompt: 'You are a test.', model: provider.getModel(), tools },
  });
}

/** A tool that reports progress once and then ends when it is told to, or fails when aborted. */
export function heldTool(name: string): {
  tool: AgentTool;
  started: Promise<void>;
  end: () => void;
} {
  const started = deferred();
  const released = deferred();
  const tool: AgentTool = {
    name,
    label: name,
    description: 'Waits.',
    parameters: Type.Object({}),
    async execute(_toolCallId, _params, signal, onUpdate) {
      onUpdate?.({ content: [{ type: 'text', text: 'half' }], details: {} });
      started.resolve();
      await Promise.race([released.promise, aborted(signal)]);
      return { content: [{ type: 'text', text: `${name} done` }], details: { name } };
    },
  };
  return { tool, started: started.promise, end: () => released.resolve() };
}

/** A tool that answers at once. */
export function quickTool(name: string, text = `${name} done`): AgentTool {
  return {
    name,
    label: name,
    description: 'Answers.',
    parameters: Type.Object({}),
    execute: () => Promise.resolve({ content: [{ type: 'text', text }], details: {} }),
  };
}

/** The text of a message. */
export function textOf(message: { content: string | { type: string; text?: string }[] }): string {
  const { content } = message;
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
