import { SessionEvents, type SavedSession } from '@loop/events';
import { traceSession } from '@loop/events/trace';
import { attachAgent } from '@loop/pi';
import type { AgentModel } from '../agent/agent-model.js';
import { createApprove } from '../agent/approvals/create-approve.js';
import { modelOf, type Models } from '../agent/models.js';
import { createSaver } from '../storage/saver.js';
import { heardToTheEnd } from '../traces/heard-to-the-end.js';
import type { SessionRecording } from '../traces/session-traces.js';
import { traceObserver } from '../traces/trace-observer.js';
import { traceConsumedInputs, tracedSave } from '../traces/traced-host.js';
import { rememberPrompts } from './accepted-prompts.js';
import { agentMessages } from './agent-messages.js';
import { noteFailedCompactions } from './failed-compactions.js';
import { createKeptFacts } from './kept-facts.js';
import { modelChoice } from './model-choice.js';
import type { CreateSessionAgent } from './session-agent.js';
import { factsIn, type SessionFacts } from './session-facts.js';
import type { SessionFile } from './session-file.js';
import { createSessionRuns, type SessionRuns } from './session-runs.js';
import { createSettings, type SessionSettings } from './session-settings.js';
import { stopAgent } from './stop-agent.js';
import { createTitles, settledTitle } from './titles.js';
import { withToolTimes } from './tool-times.js';

/** A session that is open in this process: its events, its agent, its file. */
export interface LiveSession extends SessionRuns {
  readonly facts: SessionFacts;
  readonly events: SessionEvents;
  readonly settings: SessionSettings;
  /** Saves it as it is now. `false`: that failed, and is reported. */
  save(): Promise<boolean>;
  /**
   * Ends it in this process: what runs is stopped, and comes back as interrupted.
   *
   * @returns what was saved
   */
  close(): Promise<SessionFile>;
  /** Ends it without saving. */
  discard(): Promise<void>;
}

/** What opening a session takes. */
export interface LiveSessionOptions {
  file: SessionFile;
  createAgent: CreateSessionAgent;
  models: Models;
  write: (file: SessionFile) => Promise<void>;
  recording: SessionRecording;
  onError: (error: unknown) => void;
}

/** How long a change may wait to be saved, in milliseconds; each save writes the whole session. */
const SAVE_DELAY_MS = 1_000;

/** Opens a session from what its file holds. What was running then is interrupted now. */
export function openLiveSession(options: LiveSessionOptions): LiveSession {
  const { file, createAgent, models, recording, onError } = options;
  const { saved, workspacePath: folder } = file;
  const saver = createSaver({ delayMs: SAVE_DELAY_MS, onError, write: () => write(content()) });
  const facts = createKeptFacts(factsIn(file), saver.now);
  const { permission } = facts.current;
  const model = (): AgentModel => modelOf(models(), facts.current.model ?? undefined);
  const prompts = rememberPrompts(file.prompts);
  const events = new SessionEvents({
    sessionId: file.id,
    saved: withState(saved, {
      permission,
      model: modelChoice(model()),
      ...settledTitle(saved.state.title),
    }),
    messageUpdates: 'delta',
  });
  const heard = heardToTheEnd(events);
  const trace = traceSession(heard.session, recording.recorder);
  const write = tracedSave(trace, options.write);
  traceConsumedInputs(trace, events);
  const observer = traceObserver(trace);
  const agent = withToolTimes(
    createAgent({
      ...{ folder, model: model(), observer },
      messages: agentMessages(saved.messages),
      knownSkills: saved.state.skills,
    }),
    events,
  );
  const preset = () => facts.current.permission;
  const approve = createApprove({ workspace: folder, preset, observer });
  const attachment = attachAgent(agent, events, { approve, onError });
  const titles = createTitles({ facts, events, agent });
  noteFailedCompactions(events);
  // The queue is the agent's, and this agent is a new one.
  for (const input of saved.state.queue) attachment.enqueue(input);

  events.onEvent(({ event }) => {
    if (event.type !== 'agent_settled') return saver.soon();
    facts.set({ updatedAt: Date.now(), settledRuns: facts.current.settledRuns + 1 });
    void saver.now();
  });

  const runs = createSessionRuns({
    ...{ events, agent, attachment, prompts, onError },
    onAccepted({ text }) {
      if (facts.current.title === null) titles.begin(text);
      facts.set({ updatedAt: Date.now() });
      void saver.now();
    },
  });

  return {
    get facts() {
      return facts.current;
    },
    events,
    settings: createSettings({ facts, events, agent, trace, model }),
    ...runs,
    save: saver.now,
    async close() {
      await stop();
      await saver.now();
      await saver.stop();
      await letGo();
      return content();
    },
    async discard() {
      await saver.stop();
      await stop();
      await letGo();
    },
  };

  /** Last of all: the trace tells of the save, too. */
  async function letGo(): Promise<void> {
    trace();
    await recording.close();
  }

  /** Ends the streams first: what the agent says while it is stopped is for its trace only. */
  async function stop(): Promise<void> {
    events.dispose();
    titles.stop();
    attachment();
    const leave = agent.subscribe(heard.tell);
    await stopAgent(agent);
    leave();
  }

  function content(): SessionFile {
    const { toWrite } = facts;
    const saved = events.save();
    return { version: 1, ...toWrite, workspacePath: folder, prompts: prompts.list(), saved };
  }
}

/** The settings come with the session's first snapshot, and take no frame of their own. */
function withState(saved: SavedSession, settings: Partial<SavedSession['state']>): SavedSession {
  return { ...saved, state: { ...saved.state, ...settings } };
}
