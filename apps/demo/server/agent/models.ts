import type { AgentModel } from './agent-model.js';
import { openAiModelFromEnvironment } from './openai-model.js';
import { createScriptedModel } from './scripted-model.js';

/**
 * The models that can be chosen, the default first: the one that the environment names, if any, and
 * the scripted one, which is always there.
 *
 * @throws Error that says which variable is missing.
 */
export function availableModels(
  environment: Record<string, string | undefined>,
): [AgentModel, ...AgentModel[]] {
  const named = openAiModelFromEnvironment(environment);
  const scripted = createScriptedModel({ paceMs: paceFrom(environment['LOOP_SCRIPT_PACE_MS']) });
  return named ? [named, scripted] : [scripted];
}

/** Milliseconds between the scripted model's pieces; 0 lets tests of a whole server run through. */
function paceFrom(text: string | undefined): number | undefined {
  const pace = Number(text);
  return text && Number.isFinite(pace) && pace >= 0 ? pace : undefined;
}
