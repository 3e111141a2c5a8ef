import type { AgentTool } from '@earendil-works/pi-agent-core';
import type { GuardedObserver } from '../observer.js';
import { createBatchTool, type NestedToolEvent } from './batch.js';
import { createEditTool } from './edit.js';
import { createListTool } from './list.js';
import { createReadTool } from './read.js';
import { createSearchTool } from './search.js';
import { createShellTool } from './shell.js';
import { createWriteTool } from './write.js';

/** Who hears of what the tools do beside their results. */
export interface ToolHost {
  emit: (event: NestedToolEvent) => void;
  observer: GuardedObserver;
}

/**
 * All tools of the demo's agent, on the workspace at `root`. The file tools cannot leave it. A
 * shell command starts in it and can reach whatever the server's user can: that is what asking
 * before a command is for.
 */
export function createWorkspaceTools(root: string, { emit, observer }: ToolHost): AgentTool[] {
  const looking: AgentTool[] = [createListTool(root), createReadTool(root), createSearchTool(root)];
  return [
    ...looking,
    createBatchTool(looking, emit),
    createWriteTool(root, observer),
    createEditTool(root, observer),
    createShellTool(root),
  ];
}
