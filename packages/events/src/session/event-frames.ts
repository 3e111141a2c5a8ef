import type { AnyEvent } from './event.js';

/** Events after which the command state is published (DESIGN D15, D16). */
const WITH_STATE = new Set([
  'session_title',
  'permission_changed',
  'approval_requested',
  'approval_resolved',
  'agent_settled',
]);

/** Events that only the state tells of (DESIGN D15). */
const STATE_ONLY = new Set(['permission_changed', 'approval_requested', 'approval_resolved']);

/** Events that repeat whole messages, which were sent already (DESIGN D17). */
const REPEATING = new Set(['turn_end', 'agent_end']);

/** Whether `session.state` follows the event. Contract: "Connections and Frames". */
export function publishesState(event: AnyEvent): boolean {
  return WITH_STATE.has(event.type);
}

/** Whether the event may be wrapped in `loop.event`; the host's `forward` has its say, too. */
export function isWrapped(event: AnyEvent): boolean {
  return !STATE_ONLY.has(event.type);
}

/** What is forwarded where the host does not say. */
export function isForwarded(event: AnyEvent): boolean {
  return !REPEATING.has(event.type);
}
