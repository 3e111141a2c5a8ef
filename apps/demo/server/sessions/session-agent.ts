import type { Message } from '@loop/events';
import type { DemoAgent } from '../agent/create-agent.js';

/** Makes the agent of one session. */
export type CreateSessionAgent = (session: {
  /** The workspace, absolute. */
  folder: string;
  /** What was said before a restart. */
  messages: readonly Message[];
  /** The id of the model that was chosen. @default the environment's */
  model?: string | undefined;
}) => DemoAgent;
