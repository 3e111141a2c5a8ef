import type { AnyEvent } from '@loop/events';

/**
 * What the bridge needs of an agent. pi's bare `Agent` and its `AgentSession` have it, in both
 * generations (0.74 and 1.x), and so does any object that emits their events.
 */
export interface AgentLike {
  /** Calls `listener` with every event; returns the way out. */
  subscribe(listener: (event: AnyEvent) => void): () => void;
  /** Resolves when nothing runs. Makes the end of a run exact where no event tells it. */
  waitForIdle?(): Promise<void>;
  /** Stops what runs. */
  abort?(): unknown;
}

/** A user message, as a bare agent queues it. */
export interface UserInput {
  role: 'user';
  content: { type: 'text'; text: string }[];
  /** Epoch milliseconds. */
  timestamp: number;
}

/** A bare `Agent`: queues message objects, says nothing of its queues, and gives the objects back. */
export interface MessageQueueAgent extends AgentLike {
  steer(message: UserInput): void;
  followUp(message: UserInput): void;
  clearSteeringQueue(): void;
  clearFollowUpQueue(): void;
}

/** An `AgentSession`: queues texts, and sends `queue_update` whenever its queues change. */
export interface TextQueueAgent extends AgentLike {
  steer(text: string): unknown;
  followUp(text: string): unknown;
  clearQueue(): unknown;
}

/** Whether the agent queues message objects. */
export function queuesMessages(agent: AgentLike): agent is MessageQueueAgent {
  return hasMethods(agent, 'steer', 'followUp', 'clearSteeringQueue', 'clearFollowUpQueue');
}

/** Whether the agent queues texts. */
export function queuesTexts(agent: AgentLike): agent is TextQueueAgent {
  return hasMethods(agent, 'steer', 'followUp', 'clearQueue');
}

function hasMethods(agent: object, ...names: string[]): boolean {
  return names.every((name) => typeof Reflect.get(agent, name) === 'function');
}
