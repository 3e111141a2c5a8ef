import { Agent, type AgentEvent } from '@earendil-works/pi-agent-core';
import type { UserMessage } from '@earendil-works/pi-ai';
import type { ContextBudgetEvent, Message } from '@loop/events';
import { answerIn, budgetAfter, failedAnswer, isMarkedFailed, restored } from './agent-messages.js';
import type { AgentModel } from './agent-model.js';
import { fitContext } from './fit-context.js';
import { availableModels, modelOf } from './models.js';
import { createRetry, type RetryEvent, type RetryOptions } from './retry.js';
import { SYSTEM_PROMPT } from './system-prompt.js';
import { createWorkspaceTools } from './tools/workspace-tools.js';

/** What an agent says: pi's events, and those that pi's bare agent leaves to its host. */
export type DemoAgentEvent = AgentEvent | RetryEvent | ContextBudgetEvent;

/** How an agent is made. */
export interface DemoAgentOptions {
  /** The folder it works in, absolute. */
  workspace: string;
  model: AgentModel;
  /** What was said before, without the attempts that were made again. */
  history?: readonly Message[];
  retry?: RetryOptions;
}

/** The demo's agent: what the bridge wants of one, and what the server tells it. */
export interface DemoAgent {
  /** pi's own agent inside, for its gate: where pi's sessions have it too, the bridge finds it. */
  readonly agent: {
    beforeToolCall?: Agent['beforeToolCall'] | undefined;
    readonly signal?: AbortSignal | undefined;
  };
  subscribe(listener: (event: DemoAgentEvent) => void): () => void;
  /**
   * Starts a run. Resolves when it is over, with all its repetitions; a model that fails is told in
   * the events.
   *
   * @throws Error (rejects) while another run is active.
   */
  prompt(text: string): Promise<void>;
  /** For the tools that run, for the answer that streams and for a repetition that waits. */
  abort(): void;
  waitForIdle(): Promise<void>;
  steer(message: UserMessage): void;
  followUp(message: UserMessage): void;
  clearSteeringQueue(): void;
  clearFollowUpQueue(): void;
  /** The model of the next answer. */
  setModel(model: AgentModel): void;
}

/** Of a model's context: what prompts may fill. The rest is for the answer. */
const CONTEXT_SHARE = 0.8;

/**
 * Makes the agent of one session: pi's agent loop over our tools, with repetition of failed
 * answers. The only file that knows which agent it is.
 */
export function createAgent({
  workspace,
  model,
  history = [],
  retry,
}: DemoAgentOptions): DemoAgent {
  const listeners = new Set<(event: DemoAgentEvent) => void>();
  let chosen = model;
  let run: { abort: AbortController; over: Promise<void> } | undefined;

  const agent = new Agent({
    initialState: {
      systemPrompt: SYSTEM_PROMPT,
      model: model.model,
      tools: createWorkspaceTools(workspace),
      messages: restored(history),
    },
    streamFn: (_model, context, options) => chosen.stream(chosen.model, context, options),
    transformContext: (messages) =>
      Promise.resolve(fitContext(messages, chosen.model.contextWindow * CONTEXT_SHARE)),
    // A tool that has details to show marks its failure in them; one that throws has none.
    afterToolCall: ({ result, isError }) =>
      Promise.resolve({ isError: isError || isMarkedFailed(result.details) }),
  });

  function emit(event: DemoAgentEvent): void {
    for (const listener of listeners) listener(event);
  }

  async function prompt(text: string): Promise<void> {
    if (run) throw new Error('The agent is busy: queue the text, or wait for the end of the run.');
    const abort = new AbortController();
    // Begun a moment later: whoever hears the first event and asks waitForIdle() must find the run.
    const over = Promise.resolve()
      .then(() => follow(text, abort.signal))
      .finally(() => (run = undefined));
    run = { abort, over };
    await over;
  }

  async function follow(text: string, signal: AbortSignal): Promise<void> {
    const repetition = createRetry(
      {
        emit,
        signal,
        failure: () => failedAnswer(agent.state.messages.at(-1)),
        askAgain() {
          agent.state.messages = agent.state.messages.slice(0, -1);
          return agent.continue();
        },
      },
      retry,
    );
    const stop = agent.subscribe((event) => {
      // Aborted before it began: pi knows of no run then.
      if (event.type === 'agent_start' && signal.aborted) agent.abort();
      emit(event);
      const answer = answerIn(event);
      if (!answer) return;
      repetition.succeeded();
      emit(budgetAfter(answer, chosen.model.contextWindow));
    });
    try {
      await agent.prompt(text);
      await repetition.untilOver();
    } finally {
      stop();
    }
  }

  return {
    agent,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    prompt,
    abort() {
      run?.abort.abort();
      agent.abort();
    },
    waitForIdle: () => run?.over.catch(() => {}) ?? Promise.resolve(),
    steer: (message) => agent.steer(message),
    followUp: (message) => agent.followUp(message),
    clearSteeringQueue: () => agent.clearSteeringQueue(),
    clearFollowUpQueue: () => agent.clearFollowUpQueue(),
    setModel(next) {
      chosen = next;
      agent.state.model = next.model;
    },
  };
}

/** What a session's agent starts from. */
export interface SessionAgentOptions {
  /** The workspace, absolute. */
  folder: string;
  /** What was said before. */
  messages: readonly Message[];
  /** The id of the model that was chosen. @default the environment's model */
  model?: string | undefined;
}

/**
 * Makes agents with the environment's models, one for each session.
 *
 * @throws Error that says which variable is missing.
 */
export function createAgentFactory(
  environment: Record<string, string | undefined>,
): (session: SessionAgentOptions) => DemoAgent {
  const models = availableModels(environment);
  return ({ folder, messages, model }) =>
    createAgent({ workspace: folder, history: messages, model: modelOf(models, model) });
}
