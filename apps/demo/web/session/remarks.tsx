import type { MessageEntry } from '@loop/events';
import type { VNode } from 'preact';

/** What there is to say about how a message ended. */
export function Remarks({ entry }: { entry: MessageEntry }): VNode | null {
  const remark = remarkOn(entry);
  if (!remark && !entry.superseded) return null;
  return (
    <p class="remark" data-kind={remark?.kind ?? 'superseded'}>
      {remark?.text}
      {entry.superseded && <span class="tag">asked again below</span>}
    </p>
  );
}

function remarkOn({ message, status }: MessageEntry): { kind: string; text: string } | undefined {
  if (status === 'interrupted') {
    return { kind: 'interrupted', text: 'Interrupted: the rest of this answer never came.' };
  }
  if (message.role !== 'assistant' || status === 'streaming') return undefined;
  if (message.stopReason === 'aborted') return { kind: 'interrupted', text: 'Cancelled.' };
  if (message.stopReason !== 'error') return undefined;
  return {
    kind: 'error',
    text: `The model failed: ${message.errorMessage ?? 'it did not say why'}`,
  };
}
