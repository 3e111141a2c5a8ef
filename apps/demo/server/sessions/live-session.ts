import { SessionEvents } from '@loop/events';
import { attachAgent } from '@loop/pi';
import { randomUUID } from 'node:crypto';
import { ApiError } from '../http/api-error.js';
import { createSaver } from '../storage/saver.js';
import { rememberPrompts, type AcceptedPrompt } from './accepted-prompts.js';
import { agentMessages } from './agent-messages.js';
import type { CreateSessionAgent } from './session-agent.js';
import type { SessionFacts, SessionFile } from './session-file.js';
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
  /**
   * Starts a run, or queues the text in the one that is active. The same request again gets the
   * same answer and does nothing.
   *
   * @throws ApiError 409 `busy`
   */
  prompt(request: PromptRequest): AcceptedPrompt;
  /** Cancels the active run. @returns its id, `null` where there is none */
  cancel(): string | null;
  /** Ends it in this process: what runs is stopped, and comes back as interrupted. */
  close(): Promise<void>;
  /** Ends it without saving. */
  discard(): Promise<void>;
}

/** What opening a session takes. */
export interface LiveSessionOptions {
  file: SessionFile;
  createAgent: CreateSessionAgent;
  write: (file: SessionFile) => Promise<void>;
  onError: (error: unknown) => void;
}

/** How long a change may wait to be saved, in milliseconds; each save writes the whole session. */
const SAVE_DELAY_MS = 1_000;

/** Opens a session from what its file holds. What was running then is interrupted now. */
export function openLiveSession({
  file,
  createAgent,
  write,
  onError,
}: LiveSessionOptions): LiveSession {
  const { saved, workspacePath } = file;
  let facts = factsOf(file);
  const prompts = rememberPrompts(file.prompts);
  const events = new SessionEvents({ sessionId: file.id, saved, messageUpdates: 'delta' });
  const messages = agentMessages(saved.messages);
  const agent = withToolTimes(createAgent({ folder: workspacePath, messages }));
  const attachment = attachAgent(agent, events, { onError });
  // The queue is the agent's, and this agent is a new one.
  for (const input of saved.state.queue) attachment.enqueue(input);
  const saver = createSaver({ delayMs: SAVE_DELAY_MS, onError, write: () => write(content()) });

  events.onEvent(({ event }) => {
    if (event.type !== 'agent_settled') return saver.soon();
    facts = { ...facts, updatedAt: Date.now() };
    void saver.now();
  });

  return {
    get facts() {
      return facts;
    },
    events,
    prompt(request) {
      const known = prompts.get(request.requestId);
      if (known) return known;
      const accepted = events.activeRunId === null ? start(request) : enqueue(request);
      prompts.add(accepted);
      facts = { ...facts, updatedAt: Date.now() };
      void saver.now();
      return accepted;
    },
    cancel() {
      const { activeRunId } = events;
      return attachment.cancel() ? activeRunId : null;
    },
    async close() {
      await stop();
      await saver.now();
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
    if (facts.title === null) entitle(titleFrom(text));
    return { requestId, runId };
  }

  function enqueue({ requestId, text, mode }: PromptRequest): AcceptedPrompt {
    const runId = events.activeRunId ?? '';
    if (mode === undefined) {
      throw new ApiError(
        409,
        'busy',
        'A run is active. Send a mode to queue the text, or cancel it.',
      );
    }
    return { requestId, runId, inputId: attachment.enqueue({ requestId, text, mode }) };
  }

  function entitle(title: string): void {
    facts = { ...facts, title };
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
    return { version: 1, ...facts, workspacePath, prompts: prompts.list(), saved: events.save() };
  }
}

function factsOf({ id, workspaceId, title, createdAt, updatedAt }: SessionFile): SessionFacts {
  return { id, workspaceId, title, createdAt, updatedAt };
}
