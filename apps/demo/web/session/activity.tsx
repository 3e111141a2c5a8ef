import type { SessionView } from '@loop/events';
import type { VNode } from 'preact';

/** What the agent is at. */
export function Activity({ view }: { view: SessionView }): VNode {
  const words = activityOf(view);
  return (
    <p
      class="activity"
      role="status"
      // What waits is said beside it, once.
      aria-hidden={view.state.pendingApprovals.length > 0}
      data-active={words !== ''}
    >
      {words}
    </p>
  );
}

function activityOf({ state, messages, tools }: SessionView): string {
  const { run, retry, compaction, pendingApprovals } = state;
  if (run.status === 'idle') return '';
  if (run.status === 'cancelling') return 'Stopping…';
  if (compaction) return 'Shortening what the model remembers…';
  if (retry) return `The model failed; attempt ${retry.attempt} of ${retry.maxAttempts}…`;
  if (pendingApprovals.length > 0) return 'Waiting for approval…';
  const running = tools.filter((tool) => tool.status === 'running').map((tool) => tool.toolName);
  if (running.length > 0) return `Running ${running.join(', ')}…`;
  const isWriting = messages.at(-1)?.status === 'streaming';
  return isWriting ? 'Writing…' : 'Working…';
}
