import type { SessionSummary } from '../../wire/session.js';
import { defaultPreset, isPermissionPreset, type PermissionPreset } from '../agent/permissions.js';
import { modelOf, type ModelList } from '../agent/models.js';
import type { LiveSession } from './live-session.js';
import type { SessionFile } from './session-file.js';

/** What is known of a session without opening it. */
export interface SessionFacts extends Pick<
  SessionSummary,
  'id' | 'workspaceId' | 'title' | 'createdAt' | 'updatedAt' | 'archived'
> {
  permission: PermissionPreset;
  /** The id of the model that was chosen; `null`: the environment's. */
  model: string | null;
  /** Runs that are over. Counted, because two things may happen in one millisecond. */
  settledRuns: number;
  /** As many of them as there were when somebody last said that they had looked. */
  readRuns: number;
}

/** What a new session may begin with instead of the defaults. */
export interface SessionChoices {
  permission?: PermissionPreset | undefined;
  model?: string | undefined;
}

/**
 * What a file says. The first files held less; what they do not say, or what only another
 * environment knows, is the default. A run that was active when the file was written is over now.
 */
export function factsIn(file: SessionFile): SessionFacts {
  const { id, workspaceId, title, createdAt, updatedAt, saved } = file;
  const interrupted =
    saved.state.run?.status === 'running' || saved.state.run?.status === 'cancelling';
  return {
    ...{ id, workspaceId, title, createdAt, updatedAt },
    archived: file.archived === true,
    permission: isPermissionPreset(file.permission) ? file.permission : defaultPreset,
    model: typeof file.model === 'string' ? file.model : null,
    settledRuns: (file.settledRuns ?? 0) + (interrupted ? 1 : 0),
    readRuns: file.readRuns ?? 0,
  };
}

/**
 * @param live the session, where it is open.
 * @param models what there is to choose from just now.
 */
export function summaryOf(
  facts: SessionFacts,
  live: LiveSession | undefined,
  models: ModelList,
): SessionSummary {
  const { id, workspaceId, title, createdAt, updatedAt, archived } = facts;
  const { model, settledRuns, readRuns } = facts;
  return {
    ...{ id, workspaceId, title, createdAt, updatedAt, archived },
    isRunning: (live?.events.activeRunId ?? null) !== null,
    isWaiting: (live?.events.approvals.pending.length ?? 0) > 0,
    unread: readRuns < settledRuns,
    ...(model !== null && modelOf(models, model).model.id !== model && { missingModel: model }),
  };
}
