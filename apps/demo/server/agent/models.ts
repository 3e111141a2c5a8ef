import type { AgentModel } from './agent-model.js';
import { openAiModelFromEnvironment } from './openai-model.js';
import { createScriptedModel } from './scripted-model.js';

/**
 * The models that can be chosen, the default first: the one that the environment names, if any, and
 * the scripted ones, which are always there. `model.id` tells them apart.
 *
 * @throws Error that says which variable is missing.
 */
export function availableModels(
  environment: Record<string, string | undefined>,
): [AgentModel, ...AgentModel[]] {
  const named = openAiModelFromEnvironment(environment);
  const paceMs = paceFrom(environment['LOOP_SCRIPT_PACE_MS']);
  const thorough = createScriptedModel({ manner: 'thorough', paceMs });
  const brisk = createScriptedModel({ manner: 'brisk', paceMs });
  return named ? [named, thorough, brisk] : [thorough, brisk];
}

/** The model of this id; the default where there is none, as for a session of another environment. */
export function modelOf(
  models: readonly [AgentModel, ...AgentModel[]],
  id: string | undefined,
): AgentModel {
  return models.find(({ model }) => model.id === id) ?? models[0];
}

/** Milliseconds between the scripted model's pieces; 0 lets tests of a whole server run through. */
function paceFrom(text: string | undefined): number | undefined {
  const pace = Number(text);
  return text && Number.isFinite(pace) && pace >= 0 ? pace : undefined;
}
