import type { QueuedInput, SessionEvents } from '@loop/events';
import type { Approve } from './approvals/approve.js';

/** What the bridge uses of a session. */
export type AttachableSession = Pick<
  SessionEvents,
  'accept' | 'activeRunId' | 'approvals' | 'onEvent' | 'publish' | 'publishState' | 'snapshot'
>;

/** Options of {@link attachAgent}. */
export interface AttachOptions {
  /**
   * Decides which tool calls ask before they run; the session's `approvals` take the answers. It
   * stands behind a gate that the agent has already, and in front of every tool but those that an
   * `AgentSession` of 1.x lets other tools call. Attach before a run begins: pi looks for its gate
   * only then.
   *
   * @default none: the bridge does not touch the agent's gate
   */
  approve?: Approve;
  /**
   * Hears of what went wrong without stopping the run: an event that cannot be encoded, an abort or
   * a prompt that was rejected. What it throws is dropped.
   *
   * @default console.error
   */
  onError?: (error: unknown) => void;
}

/** An input for a run that is active already. */
export interface NewInput {
  text: string;
  /** `steer`: after the tools that run now. `follow-up`: when the run would end. */
  mode: QueuedInput['mode'];
  /** @default a UUID */
  inputId?: string;
  /** Of the request that brought the input. */
  requestId?: string;
  /** Epoch milliseconds. @default now */
  enqueuedAt?: number;
}

/** A session's link to its agent. Call it to detach: idempotent, and the run goes on unseen. */
export interface Attachment {
  (): void;
  /**
   * Accepts a run and starts it. Whatever becomes of the promise, the run is settled: also when
   * `start` rejects before the agent has sent anything. Several attempts in one promise are one
   * run. Resolves when the promise has ended, never rejects; `onError` hears of a rejection.
   *
   * @throws LoopPiError `busy`, at once, while another run is active.
   */
  run(request: { requestId: string; runId: string }, start: () => Promise<unknown>): Promise<void>;
  /**
   * Puts an input into the agent's queue and returns its id. After a restart the session still
   * shows the inputs that waited, and the new agent knows nothing of them: put in again those that
   * should still run, as they are in `state.queue`, and clear the others with `publishState`.
   *
   * Queue everything through here: pi can only empty a queue, so {@link remove} and {@link cancel}
   * lose what was given to a bare agent in another way.
   *
   * @throws LoopPiError `unsupported` for an agent that cannot queue.
   */
  enqueue(input: NewInput): string;
  /** Takes an input back, during a run or after it. `false`: it does not wait any more. */
  remove(inputId: string): boolean;
  /**
   * Aborts the active run and shows it as cancelling until it is settled. Inputs that wait stay in
   * the queue, and run with the next prompt unless they are removed. `false`: no run is active.
   *
   * @throws LoopPiError `unsupported` for an agent that cannot abort.
   */
  cancel(): boolean;
}
