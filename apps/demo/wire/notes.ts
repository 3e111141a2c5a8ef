import type { Message } from '@loop/events';

/** Written into a conversation by its host where a compaction has failed. The content says why. */
export type CompactionFailedNote = Extract<Message, { role: 'custom' }> & {
  customType: 'compaction-failed';
  content: string;
};
