import { SessionEvents, type SavedSession } from '@loop/events';
import { randomBytes } from 'node:crypto';
import type { Workspace } from '../workspaces/workspace-store.js';
import { defaultPreset } from '../agent/permissions.js';
import type { AcceptedPrompt } from './accepted-prompts.js';
import type { SessionChoices, SessionFacts } from './session-facts.js';
import { sessionShape } from './session-shape.js';

/** What the first files did not hold. */
type LaterFacts = 'archived' | 'permission' | 'model' | 'settledRuns' | 'readRuns';

/** A session's file. */
export interface SessionFile
  extends Omit<SessionFacts, LaterFacts>, Partial<Pick<SessionFacts, LaterFacts>> {
  version: 1;
  /** So that a lost list of workspaces loses no session. */
  workspacePath: string;
  /** The latest ones, so that a request that is sent again after a restart runs nothing twice. */
  prompts: AcceptedPrompt[];
  saved: SavedSession;
}

/**
 * @param name the session's id, as its file is called.
 * @throws Error for anything that is not that session's file, of this version.
 */
export function parseSessionFile(content: unknown, name: string): SessionFile {
  const problem = sessionShape(content);
  if (problem !== undefined) {
    throw new Error(`it is not a session of version 1, by ${problem || 'what it is'}`);
  }
  const file = content as SessionFile;
  if (file.id !== name) throw new Error('it is the file of another session');
  return file;
}

/** Also finds damage that only shows when the session is taken over. */
export function parseWholeFile(content: unknown, name: string): SessionFile {
  const file = parseSessionFile(content, name);
  new SessionEvents({ sessionId: file.id, saved: file.saved }).dispose();
  return file;
}

/** The file of a session in which nothing has happened. */
export function newSessionFile(
  workspace: Pick<Workspace, 'id' | 'path'>,
  { permission = defaultPreset, model }: SessionChoices = {},
): SessionFile {
  const id = randomBytes(8).toString('hex');
  const createdAt = Date.now();
  return {
    version: 1,
    id,
    workspaceId: workspace.id,
    workspacePath: workspace.path,
    title: null,
    createdAt,
    updatedAt: createdAt,
    permission,
    model: model ?? null,
    prompts: [],
    saved: new SessionEvents({ sessionId: id }).save(),
  };
}
