import type { SessionEvents } from '@loop/events';
import type { SessionTrace } from '@loop/events/trace';
import type { AgentModel } from '../agent/agent-model.js';
import type { DemoAgent } from '../agent/demo-agent.js';
import type { PermissionPreset } from '../agent/permissions.js';
import { tracedModelChange, tracedPermissionChange } from '../traces/traced-host.js';
import type { KeptFacts } from './kept-facts.js';
import { modelChoice } from './model-choice.js';

/** What people decide about a session. Each is on disk before anybody is told of it. */
export interface SessionSettings {
  rename(title: string): Promise<void>;
  /** Counts from the next call of a tool on. */
  permit(preset: PermissionPreset): Promise<void>;
  /** Answers from the next answer on. */
  choose(model: AgentModel): Promise<void>;
  /** The settings have changed: the model that was chosen is asked in another way, or is gone. */
  modelsChanged(): void;
  /** Archiving ends nothing: what runs goes on. */
  archive(archived: boolean): Promise<void>;
  /** Somebody has seen all there is. */
  markRead(): Promise<void>;
}

/** What the settings belong to. */
export interface SettingsOptions {
  facts: KeptFacts;
  events: SessionEvents;
  agent: Pick<DemoAgent, 'setModel'>;
  trace: SessionTrace;
  /** Whom the session's choice means just now. */
  model: () => AgentModel;
}

/** The settings of one session. */
export function createSettings(options: SettingsOptions): SessionSettings {
  const { facts, events, agent, trace, model: current } = options;
  let told = modelChoice(current());
  return {
    async rename(title) {
      await facts.keep({ title });
      events.publish(
        { type: 'session_title', title, status: 'ready', source: 'user', updatedAt: Date.now() },
        { runId: null },
      );
    },
    async permit(preset) {
      const { permission: previousPreset } = facts.current;
      await tracedPermissionChange(trace, { preset, previousPreset }, () =>
        facts.keep({ permission: preset }),
      );
      events.publish({
        type: 'permission_changed',
        ...{ preset, previousPreset, source: 'user', changedAt: Date.now() },
      });
    },
    async choose(model) {
      const choice = modelChoice(model);
      const { model: before } = facts.current;
      const previous = before === null ? {} : { previous: { model: before } };
      await tracedModelChange(trace, { model: choice, ...previous }, () =>
        facts.keep({ model: choice.model }),
      );
      answerWith(model);
    },
    modelsChanged: () => answerWith(current()),
    archive: (archived) => facts.keep({ archived }),
    markRead: () => facts.keep({ readRuns: facts.current.settledRuns }),
  };

  function answerWith(model: AgentModel): void {
    agent.setModel(model);
    const choice = modelChoice(model);
    const isAsBefore = choice.model === told.model && choice.provider === told.provider;
    if (!isAsBefore) events.publishState({ model: choice });
    told = choice;
  }
}
