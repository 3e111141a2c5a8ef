import type { SessionEvents } from '@loop/events';
import type { Attachment } from '@loop/pi';
import { randomUUID } from 'node:crypto';
import type { DemoAgent } from '../agent/demo-agent.js';
import { ApiError, notFound } from '../http/api-error.js';
import type { AcceptedPrompt, AcceptedPrompts } from './accepted-prompts.js';

/** What somebody asks for. */
export interface PromptRequest {
  requestId: string;
  text: string;
  /** What to do when a run is active. Without it the prompt is refused then. */
  mode?: 'steer' | 'follow-up' | undefined;
}

/** What is asked of a session's agent. */
export interface SessionRuns {
  /**
   * Starts a run, or queues the text in the one that is active. The same request again gets the
   * same answer and does nothing.
   *
   * @throws ApiError 409 `busy`, 404 after the session has ended.
   */
  prompt(request: PromptRequest): AcceptedPrompt;
  /**
   * Sums up for the model what was said before the latest round. A run of its own, so that it is
   * seen, can be cancelled, and meets no other.
   *
   * @returns the run's id
   * @throws ApiError 409 `busy`, 404 after the session has ended.
   */
  compact(): string;
  /** Takes an input back that waits. `false`: it does not. */
  removeQueued(inputId: string): boolean;
  /** Cancels the active run. @returns its id, `null` where there is none */
  cancel(): string | null;
}

/** What the runs belong to. */
export interface SessionRunsOptions {
  events: SessionEvents;
  agent: Pick<DemoAgent, 'prompt' | 'compact'>;
  attachment: Attachment;
  prompts: AcceptedPrompts;
  /** A prompt was accepted that was not known; it has begun or waits. */
  onAccepted: (request: PromptRequest) => void;
  onError: (error: unknown) => void;
}

/** The runs of one session. */
export function createSessionRuns(options: SessionRunsOptions): SessionRuns {
  const { events, agent, attachment, prompts, onAccepted, onError } = options;

  return {
    prompt(request) {
      requireOpen();
      const known = prompts.get(request.requestId);
      if (known) return known;
      const accepted = events.activeRunId === null ? start(request) : enqueue(request);
      prompts.add(accepted);
      onAccepted(request);
      return accepted;
    },
    compact() {
      requireOpen();
      if (events.activeRunId !== null) {
        throw new ApiError(409, 'busy', 'A run is active. Wait for its end, or cancel it.');
      }
      const runId = randomUUID();
      // Past the bridge: it would keep the times of an input, and there is none.
      events.accept({ requestId: runId, runId });
      agent.compact().catch((error: unknown) => {
        onError(error);
        if (events.activeRunId === runId) events.settle();
      });
      return runId;
    },
    removeQueued: (inputId) => attachment.remove(inputId),
    cancel() {
      const { activeRunId } = events;
      return attachment.cancel() ? activeRunId : null;
    },
  };

  /** It may have been deleted while the request was read: nothing may run unseen. */
  function requireOpen(): void {
    if (events.refusal() === 'disposed') throw notFound('session');
  }

  function start({ requestId, text }: PromptRequest): AcceptedPrompt {
    const runId = randomUUID();
    // Never rejects; the run's end is an event.
    void attachment.run({ requestId, runId }, () => agent.prompt(text));
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
}
