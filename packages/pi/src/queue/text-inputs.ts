import type { QueuedInput } from '@loop/events';
import type { TextQueueAgent } from '../agent-like.js';
import type { Inputs } from './inputs.js';
import type { QueueIds } from './queue-ids.js';

/** An `AgentSession` tells its whole queue after each change; the ids are found by order. */
export function textInputs(
  agent: TextQueueAgent,
  ids: QueueIds,
  refused: (input: QueuedInput, error: unknown) => void,
): Inputs {
  function enqueue(input: QueuedInput): void {
    ids.expect(input);
    const queued = input.mode === 'steer' ? agent.steer(input.text) : agent.followUp(input.text);
    Promise.resolve(queued)
      .catch((error: unknown) => refused(input, error))
      .finally(() => ids.forget(input));
  }
  return {
    get items() {
      return ids.items;
    },
    add: enqueue,
    remove(inputId) {
      const before = ids.items;
      const rest = before.filter((input) => input.inputId !== inputId);
      if (rest.length === before.length) return false;
      ids.clearing(() => agent.clearQueue());
      for (const input of rest) enqueue(input);
      return true;
    },
    before: () => undefined,
    // It keeps its queue to itself: an abort in the middle of a tool still takes up what steers.
    withdraw: () => {},
    restore: () => {},
  };
}
