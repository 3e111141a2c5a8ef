import type { Message } from '@loop/events';
import type { VNode } from 'preact';
import type { CompactionFailedNote } from '../../wire/notes.js';

/** What the host has noted: the model goes on with all that it remembers. */
export function FailedCompaction({ note }: { note: CompactionFailedNote }): VNode {
  return (
    <p class="remark" data-kind="error">
      {`The model’s context could not be shortened: ${note.content}`}
    </p>
  );
}

/** Whether a message is such a note. */
export function isFailedCompaction(message: Message): message is CompactionFailedNote {
  return (
    message.role === 'custom' &&
    message.customType === 'compaction-failed' &&
    typeof message.content === 'string'
  );
}
