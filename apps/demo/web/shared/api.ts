/** A folder that agents work on. */
export interface Workspace {
  id: string;
  name: string;
  path: string;
}

/** A session as the lists show it. */
export interface SessionSummary {
  id: string;
  workspaceId: string;
  title: string | null;
  updatedAt: number;
  isRunning: boolean;
}

/** What the server said instead of doing what it was asked. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** `unreachable` where there was no answer at all. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** All workspaces. */
export async function readWorkspaces(): Promise<Workspace[]> {
  return (await ask<{ workspaces: Workspace[] }>('GET', '/api/workspaces')).workspaces;
}

/** A workspace's sessions, the latest first. */
export async function readSessions(workspaceId: string): Promise<SessionSummary[]> {
  const path = `/api/workspaces/${workspaceId}/sessions`;
  return (await ask<{ sessions: SessionSummary[] }>('GET', path)).sessions;
}

/** Makes a folder a workspace. */
export function addWorkspace(path: string): Promise<Workspace> {
  return ask('POST', '/api/workspaces', { path });
}

/** Makes a session in a workspace. */
export function addSession(workspaceId: string): Promise<{ id: string }> {
  return ask('POST', `/api/workspaces/${workspaceId}/sessions`, {});
}

/** A prompt on its way. The same `requestId` may be sent again without running twice. */
export interface Prompt {
  requestId: string;
  text: string;
  mode?: 'steer' | 'follow-up';
}

/** Sends a prompt. */
export function sendPrompt(sessionId: string, prompt: Prompt): Promise<{ runId: string }> {
  return ask('POST', `${pathOfSession(sessionId)}/prompt`, prompt);
}

/** Cancels what runs. */
export function cancelRun(sessionId: string): Promise<unknown> {
  return ask('POST', `${pathOfSession(sessionId)}/cancel`, {});
}

/** Where a session is. */
export function pathOfSession(sessionId: string): string {
  return `/api/sessions/${encodeURIComponent(sessionId)}`;
}

/** @throws ApiProblem */
async function ask<Value>(method: string, path: string, body?: object): Promise<Value> {
  const answer = await fetch(path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  }).catch((cause: unknown) => {
    throw new ApiProblem('unreachable', 'The server cannot be reached just now.', { cause });
  });
  const content = (await answer.json().catch(() => ({}))) as Value & {
    error?: string;
    code?: string;
  };
  if (answer.ok) return content;
  const { error = `The server answered ${answer.status}.`, code = 'unknown' } = content;
  throw new ApiProblem(code, error);
}
