import { ask } from './ask.js';

/** A model that can answer. */
export interface ModelInfo {
  id: string;
  name: string;
}

/** How freely an agent may act. */
export interface PermissionInfo {
  preset: string;
  label: string;
  description: string;
}

/** What can be chosen for a session. */
export interface AllChoices {
  models: ModelInfo[];
  permissions: PermissionInfo[];
}

let latest: AllChoices = { models: [], permissions: [] };

/** As they were read last: what is shown until they are read again. */
export function latestChoices(): AllChoices {
  return latest;
}

/** Reads what can be chosen. The settings, in this tab or in another, may have changed it. */
export async function readChoices(): Promise<AllChoices> {
  const [{ models }, { permissions }] = await Promise.all([
    ask<Pick<AllChoices, 'models'>>('GET', '/api/models'),
    ask<Pick<AllChoices, 'permissions'>>('GET', '/api/permissions'),
  ]);
  latest = { models, permissions };
  return latest;
}
