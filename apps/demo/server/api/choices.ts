import type { AgentModel } from '../agent/agent-model.js';
import { permissionPresets, type PermissionPreset } from '../agent/permissions.js';
import { oneOf, type Field } from '../http/fields.js';

/** The name of a preset. */
export const presetName: Field<PermissionPreset> = oneOf(
  ...permissionPresets.map(({ preset }) => preset),
);

/** The id of one of the models. */
export function modelId(models: readonly AgentModel[]): Field<string> {
  return oneOf(...models.map(({ model }) => model.id));
}
