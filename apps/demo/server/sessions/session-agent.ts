import type { SessionAgentOptions } from '../agent/agent-factory.js';
import type { DemoAgent } from '../agent/demo-agent.js';

/** Makes the agent of one session. */
export type CreateSessionAgent = (session: SessionAgentOptions) => DemoAgent;
