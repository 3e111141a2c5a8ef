import type { QueuedInput } from '@loop/events';
import type { VNode } from 'preact';
import { removeQueued } from '../api/commands.js';
import { CrossIcon } from '../shared/icons.js';

interface QueueProps {
  sessionId: string;
  items: readonly QueuedInput[];
}

/** What waits for its turn. */
export function Queue({ sessionId, items }: QueueProps): VNode | null {
  if (items.length === 0) return null;
  return (
    <ul class="queue" aria-label="Waiting">
      {items.map(({ inputId, mode, text }) => (
        <li key={inputId}>
          <span class="tag">{mode === 'steer' ? 'after this step' : 'next'}</span>
          <span class="queue-text">
            <bdi>{text}</bdi>
          </span>
          <button
            type="button"
            aria-label={`Do not send: ${text}`}
            title="Do not send"
            onClick={() => {
              // One that is not there any more has been sent or removed: the stream says so.
              void removeQueued(sessionId, inputId).catch(() => {});
            }}
          >
            <CrossIcon />
          </button>
        </li>
      ))}
    </ul>
  );
}
