import type { AnyEvent, QueueChanged, QueuedInput } from '@loop/events';
import { queuesMessages, queuesTexts, type AgentLike } from '../agent-like.js';
import { LoopPiError } from '../errors.js';
import { messageInputs } from './message-inputs.js';
import type { QueueIds } from './queue-ids.js';
import { textInputs } from './text-inputs.js';

/** The inputs that wait in an agent, whichever way it queues them. */
export interface Inputs {
  readonly items: readonly QueuedInput[];
  add(input: QueuedInput): void;
  /** Takes an input back; `false` when it does not wait any more. */
  remove(inputId: string): boolean;
  /** What changes just before this event; call it before the event is published. */
  before(event: AnyEvent): QueueChanged | undefined;
  /** Takes what waits out of the agent's reach until {@link restore}; it goes on waiting. */
  withdraw(): void;
  restore(): void;
}

/** What {@link inputsOf} needs of the bridge. */
export interface InputsOptions {
  ids: QueueIds;
  /** Takes the changes that the agent is silent about. */
  publish: (change: QueueChanged) => void;
  /** An input was refused after {@link Inputs.add} had returned. */
  refused: (input: QueuedInput, error: unknown) => void;
}

/** The fitting {@link Inputs} for an agent. */
export function inputsOf(agent: AgentLike, { ids, publish, refused }: InputsOptions): Inputs {
  if (queuesMessages(agent)) return messageInputs(agent, publish);
  if (queuesTexts(agent)) return textInputs(agent, ids, refused);
  return noInputs(ids);
}

/** An agent without a queue, or one of another make. */
function noInputs(ids: QueueIds): Inputs {
  return {
    get items() {
      return ids.items;
    },
    add() {
      throw new LoopPiError('unsupported', 'This agent has no steer() and followUp() that queue.');
    },
    remove: () => false,
    before: () => undefined,
    withdraw: () => {},
    restore: () => {},
  };
}
