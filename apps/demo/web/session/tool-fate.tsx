import type { VNode } from 'preact';
import type { Call } from './rows.js';
import type { ShownChange } from './shown-change.js';
import { formatDuration, STATUS_WORDS, type CallStatus } from './tool-state.js';

interface ToolFateProps {
  call: Call;
  status: CallStatus;
  change: ShownChange | undefined;
}

/** How it ended, or how it stands; for one that went well its duration says enough to the eye. */
export function ToolFate({ call, status, change }: ToolFateProps): VNode {
  const duration = call.execution?.durationMs;
  const words = STATUS_WORDS[status];
  const time = duration === undefined ? undefined : formatDuration(duration);
  return (
    <span class="tool-fate">
      {change && <Counts change={change} />}
      {status === 'complete' ? (
        <>
          <span class="visually-hidden">{words} </span>
          {time}
        </>
      ) : (
        [words, time].filter(Boolean).join(' · ')
      )}
    </span>
  );
}

function Counts({ change: { added, removed } }: { change: ShownChange }): VNode {
  return (
    <span class="tool-counts">
      <span aria-label={`${added} added`} role="img" data-kind="added">
        +{added}
      </span>{' '}
      <span aria-label={`${removed} removed`} role="img" data-kind="removed">
        −{removed}
      </span>{' '}
    </span>
  );
}
