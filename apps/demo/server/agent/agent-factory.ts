import type { Message, SkillRevision } from '@loop/events';
import type { AgentModel } from './agent-model.js';
import { createAgent } from './create-agent.js';
import type { DemoAgent } from './demo-agent.js';
import type { AgentObserver } from './observer.js';

/** What a session's agent starts from. */
export interface SessionAgentOptions {
  /** The workspace, absolute. */
  folder: string;
  /** What was said before. */
  messages: readonly Message[];
  /** The model that was chosen, or the default. */
  model: AgentModel;
  /** The skills that the session's clients know of. @default none */
  knownSkills?: readonly SkillRevision[] | undefined;
  observer?: AgentObserver | undefined;
}

/**
 * Makes agents as the environment wants them, one for each session.
 *
 * @throws Error that says which variable is wrong.
 */
export function createAgentFactory(
  environment: Record<string, string | undefined>,
): (session: SessionAgentOptions) => DemoAgent {
  const compaction = { threshold: thresholdFrom(environment['LOOP_COMPACT_AT']) };
  return ({ folder, messages, model, knownSkills, observer }) =>
    createAgent({
      ...{ workspace: folder, history: messages, model },
      ...{ knownSkills, compaction, observer },
    });
}

function thresholdFrom(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const share = Number(text);
  if (share > 0 && share < 1) return share;
  throw new Error(`LOOP_COMPACT_AT: expected a share between 0 and 1, such as 0.7, got "${text}".`);
}
