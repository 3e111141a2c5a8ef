import { ask } from './ask.js';

/** A folder that agents work on. */
export interface Workspace {
  id: string;
  name: string;
  path: string;
}

/** Where the list stream is. */
export const listEventsPath = '/api/workspaces/events';

/** All workspaces. */
export async function readWorkspaces(): Promise<Workspace[]> {
  return (await ask<{ workspaces: Workspace[] }>('GET', '/api/workspaces')).workspaces;
}

/** Makes a folder a workspace. */
export function addWorkspace(path: string): Promise<Workspace> {
  return ask('POST', '/api/workspaces', { path });
}

/** Gives a workspace another name. */
export function renameWorkspace(id: string, name: string): Promise<unknown> {
  return ask('PATCH', pathOfWorkspace(id), { name });
}

/** Takes a workspace off the list, with its sessions, until its folder is opened again. */
export function removeWorkspace(id: string): Promise<unknown> {
  return ask('DELETE', pathOfWorkspace(id));
}

/** Where a workspace is. */
export function pathOfWorkspace(id: string): string {
  return `/api/workspaces/${encodeURIComponent(id)}`;
}
