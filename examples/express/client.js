// A page that can answer what the agent asks.
import { connectSession } from '@loop/sse-client';

/**
 * @param {string} origin
 * @param {string} sessionId
 */
export function openSession(origin, sessionId) {
  const url = `${origin}/api/sessions/${sessionId}`;
  const store = connectSession(`${url}/events`, { approvals: true });
  return { store, sendPrompt, decide };

  /** @param {string} text */
  function sendPrompt(text) {
    return post(`${url}/prompt`, { requestId: crypto.randomUUID(), text });
  }

  /**
   * @param {string} approvalId of one of `view.state.pendingApprovals`
   * @param {'allow' | 'deny'} decision
   */
  function decide(approvalId, decision) {
    return post(`${url}/approvals/${approvalId}`, { decision });
  }
}

/**
 * @param {string} url
 * @param {object} body
 */
function post(url, body) {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}
