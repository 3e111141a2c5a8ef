import { isObject } from '../expect.js';
import type { SessionState } from './state.js';
import { emptyState } from './timeline.js';

/** What a command changes of the state. What waits for a decision changes through the approvals. */
export type StatePatch = Partial<Omit<SessionState, 'pendingApprovals' | 'lastApproval'>>;

/** Whether a patch leaves lists lists, and the run an object: nothing could be folded any more. */
export function isStatePatch(patch: object): patch is StatePatch {
  if (!isRecord(patch)) return false;
  return Object.entries(emptyState).every(([field, empty]) => {
    if (!(field in patch)) return true;
    const value = (patch as Record<string, unknown>)[field];
    return Array.isArray(empty) ? Array.isArray(value) : isRecord(value);
  });
}

function isRecord(value: unknown): boolean {
  return isObject(value) && !Array.isArray(value);
}
