import type { Models } from '../agent/models.js';
import { permissionPresets, type PermissionPreset } from '../agent/permissions.js';
import { oneOf, type Field } from '../http/fields.js';

/** The name of a preset. */
export const presetName: Field<PermissionPreset> = oneOf(
  ...permissionPresets.map(({ preset }) => preset),
);

/** The id of one of the models that there are when it is read. */
export function modelId(models: Models): Field<string> {
  return (value, name) => oneOf(...models().map(({ model }) => model.id))(value, name);
}
