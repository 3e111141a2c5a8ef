import type { Fields, Place, View } from './places.ts';

/** "The rest of the state" */
export function foldState({ state, messageCount }: View, event: Fields, frame: Place): void {
  const { type, ...rest } = event;
  const merge = (change: Fields): void => void Object.assign(state, change);
  switch (type) {
    case 'queue_changed':
      return merge({ queue: event['items'] });
    case 'prompt_timing': {
      const others = state.timings.filter(({ timingId }) => timingId !== event['timingId']);
      const index = event['messageIndex'] ?? frame.messageIndex;
      const place = index === undefined ? { placeIndex: messageCount } : { messageIndex: index };
      return merge({ timings: [...others, { ...rest, ...place }] });
    }
    case 'context_budget':
      return merge({ contextBudget: rest });
    case 'session_title':
      return merge({ title: rest });
    case 'skills_loaded':
      return merge({ skills: event['skills'] });
    case 'compaction_start':
      return merge({ compaction: { reason: event['reason'] } });
    case 'compaction_end':
      delete state.compaction;
      return;
    case 'auto_retry_start': {
      const { attempt, maxAttempts, delayMs, errorMessage } = event;
      return merge({ retry: { attempt, maxAttempts, delayMs, errorMessage } });
    }
    case 'auto_retry_end':
      delete state.retry;
  }
}
