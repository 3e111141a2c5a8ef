import type { ModelChoice } from '@loop/events';
import type { AgentModel } from '../agent/agent-model.js';

/** A model as a session's state names it. */
export function modelChoice({ model }: AgentModel): ModelChoice {
  return { provider: model.provider, model: model.id };
}
