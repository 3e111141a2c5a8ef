import { createAgent } from '../../server/agent/create-agent.js';
import type { AgentModel } from '../../server/agent/agent-model.js';
import type { StartOptions } from './running-server.js';

/** What a server is started with whose only model this is. */
export function answeredBy(model: AgentModel): StartOptions {
  return {
    models: [model],
    createAgent: ({ folder, messages, knownSkills, observer }) =>
      createAgent({ workspace: folder, history: messages, model, knownSkills, observer }),
  };
}
