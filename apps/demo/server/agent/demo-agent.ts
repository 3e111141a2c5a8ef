import type { Agent, AgentEvent } from '@earendil-works/pi-agent-core';
import type { UserMessage } from '@earendil-works/pi-ai';
import type {
  AgentSettled,
  ContextBudgetEvent,
  Message,
  SkillRevision,
  SkillsLoaded,
} from '@loop/events';
import type { AgentModel } from './agent-model.js';
import type { CompactionEvent, CompactionOptions } from './compaction/compaction.js';
import type { AgentObserver } from './observer.js';
import type { RetryEvent, RetryOptions } from './retry.js';
import type { NestedToolEvent } from './tools/batch.js';

/** What an agent says: pi's events, and those that pi's bare agent leaves to its host. */
export type DemoAgentEvent =
  | AgentEvent
  | RetryEvent
  | CompactionEvent
  | ContextBudgetEvent
  | SkillsLoaded
  | NestedToolEvent
  | AgentSettled;

/** How an agent is made. */
export interface DemoAgentOptions {
  /** The folder it works in, absolute. */
  workspace: string;
  model: AgentModel;
  /** What was said before, without the attempts that were made again. */
  history?: readonly Message[] | undefined;
  /** The skills that whoever listens knows of already. @default none */
  knownSkills?: readonly SkillRevision[] | undefined;
  retry?: RetryOptions | undefined;
  compaction?: CompactionOptions | undefined;
  observer?: AgentObserver | undefined;
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
   * Starts a run. Resolves when it is over, with all its repetitions; a model that fails, and an
   * input that cannot be prepared, are told in the events.
   *
   * @throws Error (rejects) while another run is active.
   */
  prompt(text: string): Promise<void>;
  /**
   * Sums up all but the latest round for the model, in a run of its own. The events say how it went.
   * What waits in the queue runs after it.
   *
   * @throws Error (rejects) while another run is active.
   */
  compact(): Promise<void>;
  /**
   * Asks the model for a title, beside whatever runs.
   *
   * @throws Error (rejects) when the model gives none.
   */
  titleFor(text: string, signal: AbortSignal): Promise<string>;
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
