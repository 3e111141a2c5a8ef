import type { QueueChanged, QueuedInput } from '@loop/events';
import type { MessageQueueAgent, UserInput } from '../agent-like.js';
import type { Inputs } from './inputs.js';

/**
 * A bare agent tells nothing of its queue, but it gives back the very objects it was given: so
 * equal texts are told apart, and what was queued past the bridge is not seen until it runs.
 */
export function messageInputs(
  agent: MessageQueueAgent,
  publish: (change: QueueChanged) => void,
): Inputs {
  let waiting: { input: QueuedInput; message: UserInput }[] = [];
  let isWithdrawn = false;
  const items = () => waiting.map(({ input }) => input);
  const enqueue = ({ input, message }: (typeof waiting)[number]) =>
    input.mode === 'steer' ? agent.steer(message) : agent.followUp(message);
  const clear = () => {
    agent.clearSteeringQueue();
    agent.clearFollowUpQueue();
  };

  return {
    get items() {
      return items();
    },
    add(input) {
      const { text, enqueuedAt: timestamp = Date.now() } = input;
      const entry = { input, message: userInput(text, timestamp) };
      if (!isWithdrawn) enqueue(entry);
      waiting.push(entry);
      publish({ type: 'queue_changed', items: items() });
    },
    remove(inputId) {
      const found = waiting.find(({ input }) => input.inputId === inputId);
      if (!found) return false;
      waiting = waiting.filter((entry) => entry !== found);
      // pi can only empty a queue: what stays goes in again, in its order.
      if (!isWithdrawn) {
        clear();
        waiting.forEach(enqueue);
      }
      publish({ type: 'queue_changed', items: items() });
      return true;
    },
    before(event) {
      if (event.type !== 'message_start') return undefined;
      const { message } = event as { message?: unknown };
      const taken = waiting.find((entry) => entry.message === message);
      if (!taken) return undefined;
      waiting = waiting.filter((entry) => entry !== taken);
      return { type: 'queue_changed', items: items(), consumed: taken.input.inputId };
    },
    withdraw() {
      isWithdrawn = true;
      clear();
    },
    restore() {
      if (isWithdrawn) waiting.forEach(enqueue);
      isWithdrawn = false;
    },
  };
}

function userInput(text: string, timestamp: number): UserInput {
  return { role: 'user', content: [{ type: 'text', text }], timestamp };
}
