import type { AgentMessage } from '@earendil-works/pi-agent-core';
import type { SkillRevision, SkillsLoaded } from '@loop/events';
import type { GuardedObserver } from '../observer.js';
import { readAgentsFile } from './agents-file.js';
import { calledName, readSkills, revisionOf, type FoundSkills, type Skill } from './skills.js';

/** What the workspace adds to what people write. */
export interface Instructions {
  skills: readonly Skill[];
  agentsFile?: string | undefined;
}

/** Makes inputs ready for the model. */
export interface Inputs {
  /** As they were found last. */
  readonly instructions: Instructions;
  /** Whether the latest preparation has failed. */
  readonly hasFailed: boolean;
  /** Looks them up again. Never rejects. */
  refresh(): Promise<void>;
  /**
   * Prepares the inputs among `messages` that are new: once each, however often they are sent.
   *
   * @throws Error (rejects), worded for people, when an input calls a skill that cannot be used.
   */
  prepare(messages: readonly AgentMessage[]): Promise<void>;
}

/** What the preparation works with. */
export interface InputsOptions {
  workspace: string;
  /** Whose inputs are old. */
  history: readonly AgentMessage[];
  /** What was loaded when somebody was last told. */
  known: readonly SkillRevision[];
  observer: GuardedObserver;
  emit: (event: SkillsLoaded) => void;
}

/** Nothing is read before the first {@link Inputs.refresh}. */
export function createInputs(options: InputsOptions): Inputs {
  const { workspace, history, known, observer, emit } = options;
  const seen = new WeakSet<AgentMessage>(history);
  let found: FoundSkills = { skills: [], problems: new Map() };
  let agentsFile: string | undefined;
  let told = JSON.stringify(known);
  let hasFailed = false;

  async function refresh(): Promise<void> {
    [found, agentsFile] = await Promise.all([readSkills(workspace), readAgentsFile(workspace)]);
    const skills = found.skills.map(revisionOf);
    const now = JSON.stringify(skills);
    if (now === told) return;
    told = now;
    emit({ type: 'skills_loaded', skills });
  }

  async function prepareOne(text: string): Promise<void> {
    const end = observer.inputPreparation({ text });
    try {
      await refresh();
      const skills = skillsIn(text);
      end({ outcome: 'ready', skills });
    } catch (error) {
      hasFailed = true;
      end({ outcome: 'failed', skills: [], error: (error as Error).message });
      throw error;
    }
  }

  /** A word that names no skill is only a word: paths begin with a slash, too. */
  function skillsIn(text: string): string[] {
    const name = calledName(text);
    if (name === undefined) return [];
    const problem = found.problems.get(name);
    if (problem !== undefined) throw new Error(`The skill /${name} cannot be used. ${problem}`);
    return found.skills.some((skill) => skill.name === name) ? [name] : [];
  }

  return {
    get instructions() {
      return { skills: found.skills, agentsFile };
    },
    get hasFailed() {
      return hasFailed;
    },
    refresh,
    async prepare(messages) {
      for (const message of messages) {
        if (message.role !== 'user' || seen.has(message)) continue;
        seen.add(message);
        hasFailed = false;
        await prepareOne(inputText(message.content));
      }
    },
  };
}

/** What somebody typed. */
export function inputText(content: string | readonly { type: string; text?: string }[]): string {
  return typeof content === 'string' ? content : (content[0]?.text ?? '');
}
