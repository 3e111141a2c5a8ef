import { SessionEvents, type SavedSession } from '@loop/events';
import { attachAgent } from '@loop/pi';
import { randomUUID } from 'node:crypto';
import type { AgentModel } from '../agent/agent-model.js';
import { createApprove } from '../agent/approvals/create-approve.js';
import { modelOf } from '../agent/models.js';
import { ApiError, notFound } from '../http/api-error.js';
import { createSaver } from '../storage/saver.js';
import { rememberPrompts, type AcceptedPrompt } from './accepted-prompts.js';
import { agentMessages } from './agent-messages.js';
import { createKeptFacts } from './kept-facts.js';
import { modelChoice } from './model-choice.js';
import type { CreateSessionAgent } from './session-agent.js';
import { factsIn, type SessionFacts } from './session-facts.js';
import type { SessionFile } from './session-file.js';
import { createSettings, type SessionSettings } from './session-settings.js';
import { stopAgent } from './stop-agent.js';
import { titleFrom } from './title.js';
import { withToolTimes } from './tool-times.js';

/** What somebody asks for. */
export interface PromptRequest {
  requestId: string;
  text: string;
  /** What to do when a run is active. Without it the prompt is refused then. */
  mode?: 'steer' | 'follow-up' | undefined;
}

/** A session that is open in this process: its events, its agent, its file. */
export interface LiveSession {
  readonly facts: SessionFacts;
  readonly events: SessionEvents;
  readonly settings: SessionSettings;
  /**
   * Starts a run, or queues the text in the one that is active. The same request again gets the
   * same answer and does nothing.
   *
   * @throws ApiError 409 `busy`, 404 after the session has ended.
   */
  prompt(request: PromptRequest): AcceptedPrompt;
  /** Takes an input back that waits. `false`: it does not. */
  removeQueued(inputId: string): boolean;
  /** Cancels the active run. @returns its id, `null` where there is none */
  cancel(): string | null;
  /**
   * Ends it in this process: what runs is stopped, and comes back as interrupted.
   *
   * @returns what was saved
   */
  close(): Promise<SessionFile>;
  /** Ends it without saving. */
  discard(): Promise<void>;
}

/** What opening a session takes. */
export interface LiveSessionOptions {
  file: SessionFile;
  createAgent: CreateSessionAgent;
  /** The default first. */
  models: readonly [AgentModel, ...AgentModel[]];
  write: (file: SessionFile) => Promise<void>;
  onError: (error: unknown) => void;
}

/** How long a change may wait to be saved, in milliseconds; each save writes the whole session. */
const SAVE_DELAY_MS = 1_000;

/** Opens a session from what its file holds. What was running then is interrupted now. */
export function openLiveSession(options: LiveSessionOptions): LiveSession {
  const { file, createAgent, models, write, onError } = options;
  const { saved, workspacePath: folder } = file;
  const saver = createSaver({ delayMs: SAVE_DELAY_MS, onError, write: () => write(content()) });
  const facts = createKeptFacts(factsIn(file), saver.now);
  const { model, permission } = facts.current;
  const prompts = rememberPrompts(file.prompts);
  const events = new SessionEvents({
    sessionId: file.id,
    saved: withState(saved, {
      permission,
      model: modelChoice(modelOf(models, model ?? undefined)),
    }),
    messageUpdates: 'delta',
  });
  const messages = agentMessages(saved.messages);
  const agent = withToolTimes(createAgent({ folder, messages, model: model ?? undefined }));
  const approve = createApprove({ workspace: folder, preset: () => facts.current.permission });
  const attachment = attachAgent(agent, events, { approve, onError });
  // The queue is the agent's, and this agent is a new one.
  for (const input of saved.state.queue) attachment.enqueue(input);

  events.onEvent(({ event }) => {
    if (event.type !== 'agent_settled') return saver.soon();
    facts.set({ updatedAt: Date.now(), settledRuns: facts.current.settledRuns + 1 });
    void saver.now();
  });

  return {
    get facts() {
      return facts.current;
    },
    events,
    settings: createSettings({ facts, events, agent }),
    prompt(request) {
      // It may have been deleted while the request was read: nothing may run unseen.
      if (events.refusal() === 'disposed') throw notFound('session');
      const known = prompts.get(request.requestId);
      if (known) return known;
      const accepted = events.activeRunId === null ? start(request) : enqueue(request);
      prompts.add(accepted);
      facts.set({ updatedAt: Date.now() });
      void saver.now();
      return accepted;
    },
    removeQueued: (inputId) => attachment.remove(inputId),
    cancel() {
      const { activeRunId } = events;
      return attachment.cancel() ? activeRunId : null;
    },
    async close() {
      await stop();
      await saver.now();
      await saver.stop();
      return content();
    },
    async discard() {
      await saver.stop();
      await stop();
    },
  };

  function start({ requestId, text }: PromptRequest): AcceptedPrompt {
    const runId = randomUUID();
    // Never rejects; the run's end is an event.
    void attachment.run({ requestId, runId }, () => agent.prompt(text));
    if (facts.current.title === null) entitle(titleFrom(text));
    return { requestId, runId };
  }

  function enqueue({ requestId, text, mode }: PromptRequest): AcceptedPrompt {
    const runId = events.activeRunId ?? '';
    if (mode === undefined) {
      const message = 'A run is active. Send a mode to queue the text, or cancel it.';
      throw new ApiError(409, 'busy', message);
    }
    return { requestId, runId, inputId: attachment.enqueue({ requestId, text, mode }) };
  }

  function entitle(title: string): void {
    facts.set({ title });
    events.publish(
      { type: 'session_title', title, status: 'ready', source: 'fallback', updatedAt: Date.now() },
      { runId: null },
    );
  }

  /** Ends the streams first, so that what the agent says while it is stopped changes nothing. */
  async function stop(): Promise<void> {
    events.dispose();
    attachment();
    await stopAgent(agent);
  }

  function content(): SessionFile {
    const { toWrite } = facts;
    const saved = events.save();
    return { version: 1, ...toWrite, workspacePath: folder, prompts: prompts.list(), saved };
  }
}

/** The settings come with the session's first snapshot, and take no frame of their own. */
function withState(saved: SavedSession, settings: Partial<SavedSession['state']>): SavedSession {
  return { ...saved, state: { ...saved.state, ...settings } };
}
