import type { AgentTool } from '@earendil-works/pi-agent-core';
import { createEditTool } from './edit.js';
import { createListTool } from './list.js';
import { createReadTool } from './read.js';
import { createSearchTool } from './search.js';
import { createShellTool } from './shell.js';
import { createWriteTool } from './write.js';

/**
 * All tools of the demo's agent, on the workspace at `root`. The file tools cannot leave it. A
 * shell command starts in it and can reach whatever the server's user can: that is what asking
 * before a command is for.
 */
export function createWorkspaceTools(root: string): AgentTool[] {
  return [
    createListTool(root),
    createReadTool(root),
    createSearchTool(root),
    createWriteTool(root),
    createEditTool(root),
    createShellTool(root),
  ];
}
