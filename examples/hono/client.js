// What a page does. It works in browsers and in Node.
import { connectLists, connectSession } from '@loop/sse-client';

/** Follows the session. @param {string} origin */
export function openSession(origin) {
  return connectSession(`${origin}/api/sessions/42/events`);
}

/**
 * Follows what a list of sessions has to load again.
 *
 * @param {string} origin
 * @param {(workspaceId: string) => void} onSessionsChanged
 */
export function openLists(origin, onSessionsChanged) {
  return connectLists(`${origin}/api/workspaces/events`, {
    onSessionsChanged: ({ workspaceId }) => onSessionsChanged(workspaceId),
  });
}

/**
 * @param {string} origin
 * @param {string} text
 */
export function sendPrompt(origin, text) {
  return fetch(`${origin}/api/sessions/42/prompt`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ requestId: crypto.randomUUID(), text }),
  });
}
