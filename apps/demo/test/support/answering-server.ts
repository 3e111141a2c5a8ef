import type { AgentModel } from '../../server/agent/agent-model.js';
import type { StartOptions } from './running-server.js';
import { swiftAgent } from './swift-agent.js';

/** What a server is started with whose only model this is. */
export function answeredBy(model: AgentModel): StartOptions {
  return { models: [model], createAgent: swiftAgent };
}
