import type { AnyEvent, CompactionEnd, SessionEvents } from '@loop/events';
import type { CompactionFailedNote } from '../../wire/notes.js';

/**
 * Leaves a note in the conversation where a compaction has failed: its event is gone with the next
 * snapshot, and whoever looks later would wonder why the context is still full.
 */
export function noteFailedCompactions(events: Pick<SessionEvents, 'onEvent' | 'append'>): void {
  events.onEvent(({ event }) => {
    if (!isCompactionEnd(event) || event.aborted || event.errorMessage === undefined) return;
    const note: CompactionFailedNote = {
      ...{ role: 'custom', customType: 'compaction-failed' },
      ...{ content: event.errorMessage, timestamp: Date.now() },
    };
    events.append(note);
  });
}

function isCompactionEnd(event: AnyEvent): event is CompactionEnd {
  return event.type === 'compaction_end';
}
