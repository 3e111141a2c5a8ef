import { Agent } from '@earendil-works/pi-agent-core';
import { isContextOverflow } from '@earendil-works/pi-ai';
import { answerIn, failedAnswer, isMarkedFailed } from './agent-messages.js';
import { createCompaction } from './compaction/compaction.js';
import { contextBudget } from './compaction/context-budget.js';
import { createContextSize } from './compaction/context-size.js';
import { restored } from './compaction/summary.js';
import type { DemoAgent, DemoAgentEvent, DemoAgentOptions } from './demo-agent.js';
import { fitContext } from './fit-context.js';
import { createInputs } from './inputs/inputs.js';
import { modelInput } from './inputs/model-input.js';
import { createModelRequests } from './model-requests.js';
import { guardObserver } from './observer.js';
import { createOneRun } from './one-run.js';
import { createRetry } from './retry.js';
import { systemPrompt } from './system-prompt.js';
import { TITLE_PROMPT, titleIn } from './title-prompt.js';
import { createWorkspaceTools } from './tools/workspace-tools.js';

/** Of a model's context: what prompts may fill where no summary has helped. The rest is for the answer. */
const CONTEXT_SHARE = 0.85;
/** A provider that says again and again that it is too much will not be helped by a third summary. */
const MAX_OVERFLOWS = 2;

/**
 * Makes the agent of one session: pi's agent loop over our tools, with repetition of failed
 * answers, summaries of what gets too long, and inputs prepared with the workspace's own
 * instructions. The only file that knows which agent it is.
 */
export function createAgent(options: DemoAgentOptions): DemoAgent {
  const { workspace, model, history = [], knownSkills: known = [], retry } = options;
  const observer = guardObserver(options.observer);
  const listeners = new Set<(event: DemoAgentEvent) => void>();
  const emit = (event: DemoAgentEvent): void => listeners.forEach((listener) => listener(event));
  let chosen = model;

  const messages = restored(history);
  const requests = createModelRequests(() => chosen, observer);
  const inputs = createInputs({ workspace, history: messages, known, observer, emit });
  const runs = createOneRun(({ aborted }) => emit({ type: 'agent_settled', aborted }));
  const size = createContextSize();

  const agent = new Agent({
    initialState: {
      ...{ model: model.model, messages },
      tools: createWorkspaceTools(workspace, { emit, observer }),
    },
    streamFn: (_model, context, streamOptions) =>
      requests.main({ ...context, systemPrompt: systemPrompt(inputs.instructions) }, streamOptions),
    async transformContext(list) {
      await inputs.prepare(list);
      return fitContext(list, chosen.model.contextWindow * CONTEXT_SHARE);
    },
    convertToLlm(list) {
      const { sent, messages: pieces } = modelInput(list, inputs.instructions);
      observer.modelInput({ messages: pieces });
      return sent;
    },
    prepareNextTurn: async () => {
      const { signal } = runs;
      if (!signal || !(await compaction.ifNeeded(signal))) return undefined;
      // pi goes on with a list of its own: it appends to it.
      return { context: { ...agent.state, messages: agent.state.messages.slice() } };
    },
    // A tool that has details to show marks its failure in them; one that throws has none.
    afterToolCall: ({ result, isError }) =>
      Promise.resolve({ isError: isError || isMarkedFailed(result.details) }),
  });

  const compaction = createCompaction(
    {
      ...{ size, requests },
      get messages() {
        return agent.state.messages;
      },
      set messages(list) {
        agent.state.messages = list;
      },
      get contextWindow() {
        return chosen.model.contextWindow;
      },
      emit(event) {
        emit(event);
        if (event.type === 'compaction_end' && event.result !== undefined) tellBudget(true);
      },
    },
    options.compaction,
  );

  function tellBudget(estimated: boolean): void {
    const { contextWindow } = chosen.model;
    const tokens = size.of(agent.state.messages);
    emit(contextBudget(tokens, contextWindow, compaction.thresholdTokens(), estimated));
  }

  /** Lets pi work from `begin` on, until nothing is to be asked for again. */
  async function follow(begin: () => Promise<void>, signal: AbortSignal): Promise<void> {
    let overflows = 0;
    const repetition = createRetry(
      {
        emit,
        signal,
        failure: () => (inputs.hasFailed ? undefined : failedAnswer(agent.state.messages.at(-1))),
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
      overflows = 0;
      repetition.succeeded();
      size.answered(answer, agent.state.messages);
      tellBudget(answer.usage.totalTokens === 0);
    });
    try {
      requests.begin();
      await compaction.ifNeeded(signal);
      await begin();
      await repetition.untilOver();
      while (overflows++ < MAX_OVERFLOWS && (await afterOverflow(signal))) {
        await agent.continue();
        await repetition.untilOver();
      }
    } finally {
      stop();
    }
  }

  /** Makes room where the last answer failed for want of it. `true`: it is to be asked for again. */
  async function afterOverflow(signal: AbortSignal): Promise<boolean> {
    const { messages: all } = agent.state;
    const failed = failedAnswer(all.at(-1));
    if (!failed || !isContextOverflow(failed)) return false;
    agent.state.messages = all.slice(0, -1);
    const isShorter = await compaction.run('overflow', signal);
    if (!isShorter) agent.state.messages = all;
    return isShorter;
  }

  void inputs.refresh();

  return {
    agent,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    prompt: (text) => runs.start((signal) => follow(() => agent.prompt(text), signal)),
    compact: () =>
      runs.start(async (signal) => {
        await compaction.run('manual', signal);
        // What came in meanwhile, or waited before, runs where a run ends: pi takes it up.
        const isWaiting = !signal.aborted && agent.hasQueuedMessages();
        if (isWaiting && agent.state.messages.length > 0)
          await follow(() => agent.continue(), signal);
      }),
    titleFor: async (text, signal) =>
      titleIn(await requests.ask({ purpose: 'title', systemPrompt: TITLE_PROMPT, text, signal })),
    abort() {
      runs.abort();
      agent.abort();
    },
    waitForIdle: runs.waitForIdle,
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
