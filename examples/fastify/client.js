// A page of a long conversation. It asks .../history for what lies before the stream's beginning.
import { connectSession } from '@loop/sse-client';

/** @param {string} origin */
export function openSession(origin) {
  return connectSession(`${origin}/api/sessions/42/events`, { historyRounds: 4 });
}
