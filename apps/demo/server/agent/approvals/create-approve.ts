import type { Approve } from '@loop/pi';
import { guardObserver, type AgentObserver } from '../observer.js';
import { permissionFor, type PermissionPreset } from '../permissions.js';
import { questionAbout } from './question.js';

/** What decides whether a call asks. */
export interface ApproveOptions {
  /** The session's preset as it is now: read for each call, so it may change in the middle of a run. */
  preset: () => PermissionPreset;
  /** The folder the agent works in, absolute. */
  workspace: string;
  /** Hears of each decision, and of the files that are asked about. */
  observer?: AgentObserver | undefined;
}

/** What the bridge asks for each call of a tool. */
export function createApprove({ preset, workspace, observer }: ApproveOptions): Approve {
  const guarded = guardObserver(observer);
  return (call) => {
    const { toolName } = call;
    const current = preset();
    const permission = permissionFor(current, toolName);
    const verdict = typeof permission === 'object' ? 'deny' : permission;
    guarded.policyResolved({ preset: current, toolName, verdict });
    return permission === 'ask' ? questionAbout(call, workspace, guarded) : permission;
  };
}
