import { optionalNumber, wholeNumber } from './expect.js';
import {
  checkOptions,
  type PlacedEvent,
  type PublishPlace,
  type SessionEventsOptions,
} from './session-events-options.js';
import { SessionWriter } from './session-writer.js';
import type { SessionApprovals } from './session/approvals.js';
import type { AnyEvent, SessionEvent } from './session/event.js';
import type { HistoryPage } from './session/history.js';
import type { Message } from './session/message.js';
import type { Model } from './session/model.js';
import { modelFrom } from './session/model-from.js';
import { ownCopy } from './session/plain.js';
import type { SavedSession } from './session/saved.js';
import { SnapshotJson } from './session/snapshot-json.js';
import type { RunState, Snapshot } from './session/state.js';
import type { StatePatch } from './session/state-patch.js';
import type { StreamStats } from './stream/counters.js';
import type { SessionFrame } from './session/frame.js';
import { StreamHub } from './stream/hub.js';
import { Listeners } from './stream/listeners.js';
import type { ByteSink, Connection, ConnectOptions, StreamSource } from './stream/sink.js';

/**
 * The hub of one session: agent events in, numbered frames out, to any number of connections.
 * Synchronous throughout: when a call returns, its frame is numbered, folded and on its way.
 */
export class SessionEvents implements StreamSource {
  readonly sessionId: string;
  readonly #model: Model;
  readonly #json = new SnapshotJson();
  readonly #hub: StreamHub<SessionFrame>;
  readonly #writer: SessionWriter;
  readonly #disposeListeners: Listeners;

  /** @throws LoopEventsError `invalid-option` */
  constructor(options: SessionEventsOptions) {
    checkOptions(options);
    const { sessionId } = options;
    this.sessionId = sessionId;
    const model = modelFrom(options);
    this.#model = model;
    this.#hub = new StreamHub(options, {
      opening: (position) => ({
        ...{ type: 'session.snapshot', sessionId, ...position },
        snapshot: model.window(),
      }),
      toJson: (frame) =>
        model.keepsEntries && hasSnapshot(frame) ? this.#json.of(frame) : JSON.stringify(frame),
    });
    this.#writer = new SessionWriter(options, this.#hub, model);
    this.#disposeListeners = new Listeners(this.#hub.guard.run);
  }

  /** Names this stream; a new one for every instance. */
  get streamId(): string {
    return this.#hub.streamId;
  }

  /** The number of the last frame. */
  get seq(): number {
    return this.#hub.seq;
  }

  /** Asking people, and their answers. */
  get approvals(): SessionApprovals {
    return this.#writer.approvals;
  }

  /** The run that is active, if any. */
  get activeRunId(): string | null {
    return this.#model.activeRunId;
  }

  /** Whether the agent works, on what, and whether it has been asked to stop. */
  get run(): RunState {
    return { ...this.#model.run };
  }

  /**
   * A prompt was accepted: publishes `run.accepted`. For the run that is active already it changes
   * nothing; another run ends whatever the one before has left open.
   */
  accept(run: { requestId: string; runId: string }): void {
    this.#writer.accept(run);
  }

  /**
   * Takes in one event of the agent's: folds it and publishes its frames. The event is copied at
   * once, so the agent may go on changing it. Never throws because of a listener or a connection;
   * after `dispose()` it does nothing.
   *
   * @throws LoopEventsError `not-serializable`, `invalid-option`; the session is then unchanged.
   */
  publish<Event extends AnyEvent>(event: SessionEvent | Event, place: PublishPlace = {}): void {
    this.#writer.publish(event, place);
  }

  /**
   * A message that has no events of its own: a shell command's entry, a summary, the system
   * message. Publishes its start and its end.
   */
  append(message: Message): void {
    this.#writer.append(message);
  }

  /**
   * A command changed the state: merges `patch`, if there is one, and publishes `session.state`.
   *
   * @throws LoopEventsError `invalid-option`, `not-serializable`; the session is unchanged.
   */
  publishState(patch: StatePatch = {}): void {
    this.#writer.publishState(patch);
  }

  /**
   * Ends the active run for agents that do not say so themselves; call it in `finally`. Does
   * nothing where no run is active.
   */
  settle(): void {
    this.#writer.settle();
  }

  /** The window at the current seq. */
  snapshot(): Snapshot {
    return ownCopy(this.#model.window());
  }

  /**
   * A page of earlier rounds.
   *
   * @throws LoopEventsError `invalid-option`
   */
  history(query: { before: number; rounds?: number }): HistoryPage {
    const before = wholeNumber('before', query?.before, 0);
    const rounds = optionalNumber('rounds', query.rounds, 3, 1);
    const { streamId, seq } = this.#hub;
    return ownCopy({ streamId, seq, ...this.#model.page({ before, rounds }) });
  }

  /** What of the session outlives this process: plain JSON, for {@link SessionEventsOptions.saved}. */
  save(): SavedSession {
    return ownCopy(this.#model.save());
  }

  /** Original events, before anything is left out; for traces. Returns an idempotent way out. */
  onEvent(listener: (placed: PlacedEvent) => void): () => void {
    return this.#writer.eventListeners.add(listener);
  }

  /**
   * Calls `listener` whenever what a list shows of the session may have changed: a run began, the
   * first user message is complete, the command state was published (settlement, titles,
   * approvals). Never for tokens or tools. Contract: "List Change Notifications".
   */
  onListChange(listener: () => void): () => void {
    return this.#writer.listListeners.add(listener);
  }

  /** Calls `listener` when the session is disposed of. Returns an idempotent way out. */
  onDispose(listener: () => void): () => void {
    return this.#disposeListeners.add(listener);
  }

  /** Frames, in process. Each listener gets its own copy. Returns an idempotent way out. */
  subscribe(listener: (frame: SessionFrame) => void): () => void {
    return this.#hub.subscribe(listener);
  }

  refusal(): 'disposed' | 'too-many-connections' | undefined {
    return this.#hub.refusal();
  }

  connect(sink: ByteSink, options: ConnectOptions = {}): Connection {
    // A host's model may have changed without a word to us.
    if (!this.#model.keepsEntries) this.#hub.forgetOpening();
    if (options.approvals !== true) return this.#hub.connect(sink, options);
    const detach = this.#writer.approvals.attach();
    const onClose: ConnectOptions['onClose'] = (reason, stats) => {
      detach();
      options.onClose?.(reason, stats);
    };
    try {
      return this.#hub.connect(sink, { ...options, onClose });
    } catch (error) {
      detach();
      throw error;
    }
  }

  /**
   * Lets go of the frames that are retained for replay, to free their memory: those of a session
   * that has been idle for long, say. Readers that are connected miss nothing; one that comes back
   * from behind begins with a snapshot. Not counted as evicted by a limit.
   * Contract: "Replay and Snapshots".
   *
   * @returns how many frames that were
   */
  evict(): number {
    this.#json.forget();
    return this.#hub.evict();
  }

  /** Counters since the stream began. */
  stats(): StreamStats {
    return this.#hub.stats();
  }

  /**
   * Cancels what waits for an approval, then ends every connection properly. The agent is not
   * touched. Idempotent.
   */
  dispose(): void {
    if (this.#hub.isDisposed) return;
    this.#writer.approvals.close();
    this.#hub.dispose();
    this.#disposeListeners.tell(() => {});
  }
}

function hasSnapshot(frame: object): frame is { snapshot: Snapshot } {
  return 'snapshot' in frame;
}
