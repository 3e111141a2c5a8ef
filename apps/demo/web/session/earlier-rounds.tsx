import type { VNode } from 'preact';
import type { EarlierState } from './use-earlier.js';

/** The way to the rounds that are not loaded. */
export function EarlierRounds({
  rounds,
  earlier,
}: {
  rounds: number;
  earlier: EarlierState;
}): VNode {
  const count = rounds === 1 ? 'one earlier round' : `${rounds} earlier rounds`;
  return (
    <div class="earlier">
      {earlier.failure && <span class="problem">{earlier.failure} </span>}
      <button type="button" onClick={earlier.load} aria-busy={earlier.isLoading}>
        {earlier.isLoading ? 'Loading…' : `Load more (${count})`}
      </button>
    </div>
  );
}
