import type { AgentModel } from './agent-model.js';
import { openAiModelFromEnvironment } from './openai-model.js';
import { createScriptedModel, SCRIPTED_PROVIDER } from './scripted-model.js';

/**
 * The models that can be chosen, the default first: the one that the environment names, if any, and
 * the scripted ones, which are always there. `model.id` tells them apart.
 *
 * @throws Error that says which variable is missing.
 */
export function availableModels(environment: Record<string, string | undefined>): ModelList {
  const named = openAiModelFromEnvironment(environment);
  const paceMs = paceFrom(environment['LOOP_SCRIPT_PACE_MS']);
  const thorough = createScriptedModel({ manner: 'thorough', paceMs });
  const brisk = createScriptedModel({ manner: 'brisk', paceMs });
  return named ? [named, thorough, brisk] : [thorough, brisk];
}

/** Models to choose from, the default first. */
export type ModelList = readonly [AgentModel, ...AgentModel[]];

/** What can be chosen just now: it changes with the settings. */
export type Models = () => ModelList;

/**
 * All models in their order: the one that the environment names, those of the endpoints, the
 * scripted ones. Whoever sets up an endpoint wants to be answered by it.
 */
export function withEndpoints(builtIn: ModelList, ofEndpoints: readonly AgentModel[]): ModelList {
  const isScripted = ({ model }: AgentModel): boolean => model.provider === SCRIPTED_PROVIDER;
  const all = [
    ...builtIn.filter((model) => !isScripted(model)),
    ...ofEndpoints,
    ...builtIn.filter(isScripted),
  ];
  const [first = builtIn[0], ...others] = all;
  return [first, ...others];
}

/** The model of this id; the default where there is none, as for one that was removed. */
export function modelOf(models: ModelList, id: string | undefined): AgentModel {
  return models.find(({ model }) => model.id === id) ?? models[0];
}

/** Milliseconds between the scripted model's pieces; 0 lets tests of a whole server run through. */
function paceFrom(text: string | undefined): number | undefined {
  const pace = Number(text);
  return text && Number.isFinite(pace) && pace >= 0 ? pace : undefined;
}
