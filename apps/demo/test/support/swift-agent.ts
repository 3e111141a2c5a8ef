import { createAgent } from '../../server/agent/create-agent.js';
import type { CreateSessionAgent } from '../../server/sessions/session-agent.js';

/** The real agent, which asks again at once where an answer has failed. */
export const swiftAgent: CreateSessionAgent = ({ folder, messages, ...session }) =>
  createAgent({ workspace: folder, history: messages, retry: { baseDelayMs: 1 }, ...session });
