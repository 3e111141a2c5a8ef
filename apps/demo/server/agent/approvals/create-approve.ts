import type { Approve } from '@loop/pi';
import { permissionFor, type PermissionPreset } from '../permissions.js';
import { questionAbout } from './question.js';

/** What decides whether a call asks. */
export interface ApproveOptions {
  /** The session's preset as it is now: read for each call, so it may change in the middle of a run. */
  preset: () => PermissionPreset;
  /** The folder the agent works in, absolute. */
  workspace: string;
}

/** What the bridge asks for each call of a tool. */
export function createApprove({ preset, workspace }: ApproveOptions): Approve {
  return (call) => {
    const permission = permissionFor(preset(), call.toolName);
    return permission === 'ask' ? questionAbout(call, workspace) : permission;
  };
}
