import type { QueuedInput } from '@loop/events';
import type { VNode } from 'preact';

/** What waits for its turn. */
export function Queue({ items }: { items: readonly QueuedInput[] }): VNode | null {
  if (items.length === 0) return null;
  return (
    <ul class="queue" aria-label="Waiting">
      {items.map(({ inputId, mode, text }) => (
        <li key={inputId}>
          <span class="tag">{mode === 'steer' ? 'after this step' : 'next'}</span>
          <span class="queue-text">
            <bdi>{text}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}
