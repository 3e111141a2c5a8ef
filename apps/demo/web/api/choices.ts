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

let loading: Promise<AllChoices> | undefined;

/** Loads what can be chosen, once: it is the same as long as the server runs. */
export function readChoices(): Promise<AllChoices> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<AllChoices> {
  const [{ models }, { permissions }] = await Promise.all([
    ask<Pick<AllChoices, 'models'>>('GET', '/api/models'),
    ask<Pick<AllChoices, 'permissions'>>('GET', '/api/permissions'),
  ]);
  return { models, permissions };
}
