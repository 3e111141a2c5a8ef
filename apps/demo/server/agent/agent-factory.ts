import type { Message, SkillRevision } from '@loop/events';
import { createAgent } from './create-agent.js';
import type { DemoAgent } from './demo-agent.js';
import { availableModels, modelOf } from './models.js';
import type { AgentObserver } from './observer.js';

/** What a session's agent starts from. */
export interface SessionAgentOptions {
  /** The workspace, absolute. */
  folder: string;
  /** What was said before. */
  messages: readonly Message[];
  /** The id of the model that was chosen. @default the environment's model */
  model?: string | undefined;
  /** The skills that the session's clients know of. @default none */
  knownSkills?: readonly SkillRevision[] | undefined;
  observer?: AgentObserver | undefined;
}

/**
 * Makes agents with the environment's models, one for each session.
 *
 * @throws Error that says which variable is missing or wrong.
 */
export function createAgentFactory(
  environment: Record<string, string | undefined>,
): (session: SessionAgentOptions) => DemoAgent {
  const models = availableModels(environment);
  const compaction = { threshold: thresholdFrom(environment['LOOP_COMPACT_AT']) };
  return ({ folder, messages, model, knownSkills, observer }) =>
    createAgent({
      ...{ workspace: folder, history: messages, model: modelOf(models, model) },
      ...{ knownSkills, compaction, observer },
    });
}

function thresholdFrom(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const share = Number(text);
  if (share > 0 && share < 1) return share;
  throw new Error(`LOOP_COMPACT_AT: expected a share between 0 and 1, such as 0.7, got "${text}".`);
}
