import type { SessionSummary } from '../../wire/session.js';
import { ask } from './ask.js';
import { pathOfWorkspace } from './workspaces.js';

/** A workspace's sessions, the latest first: the archived ones or all others. */
export async function readSessions(
  workspaceId: string,
  { archived = false } = {},
): Promise<SessionSummary[]> {
  const path = `${pathOfWorkspace(workspaceId)}/sessions${archived ? '?archived=1' : ''}`;
  return (await ask<{ sessions: SessionSummary[] }>('GET', path)).sessions;
}

/** What a session begins with instead of the server's defaults. */
export interface SessionChoices {
  permission?: string;
  model?: string;
}

/** Makes a session in a workspace. */
export function addSession(workspaceId: string, choices: SessionChoices): Promise<{ id: string }> {
  return ask('POST', `${pathOfWorkspace(workspaceId)}/sessions`, choices);
}

/** Gives a session another title. */
export function renameSession(id: string, title: string): Promise<unknown> {
  return ask('PATCH', pathOfSession(id), { title });
}

/** Puts a session away. */
export function archiveSession(id: string): Promise<unknown> {
  return ask('POST', `${pathOfSession(id)}/archive`, {});
}

/** Takes a session out of the archive. */
export function restoreSession(id: string): Promise<unknown> {
  return ask('POST', `${pathOfSession(id)}/restore`, {});
}

/** Removes a session for good. */
export function removeSession(id: string): Promise<unknown> {
  return ask('DELETE', pathOfSession(id));
}

/** Says that somebody has seen all of a session. */
export function markRead(id: string): Promise<unknown> {
  return ask('POST', `${pathOfSession(id)}/read`, {});
}

/** Where a session is. */
export function pathOfSession(id: string): string {
  return `/api/sessions/${encodeURIComponent(id)}`;
}
