import { LoopEventsError } from './errors.js';
import {
  checkOptions,
  modelFrom,
  type PlacedEvent,
  type PublishPlace,
  type SessionEventsOptions,
} from './session-events-options.js';
import { Approvals, type SessionApprovals } from './session/approvals.js';
import { deltaForm } from './session/delta-form.js';
import { isForwarded, isWrapped, publishesState } from './session/event-frames.js';
import type {
  AnyEvent,
  MessageEnd,
  MessageStart,
  MessageUpdate,
  SessionEvent,
} from './session/event.js';
import { startsWork } from './session/fold.js';
import type { HistoryPage } from './session/history.js';
import { HostModel } from './session/host-model.js';
import type { Message } from './session/message.js';
import type { Model } from './session/model.js';
import { ownCopy, toPlain } from './session/plain.js';
import type { SavedSession } from './session/saved.js';
import type { RunState, SessionState, Snapshot } from './session/state.js';
import type { StreamStats } from './stream/counters.js';
import type { FrameBody, SessionFrame } from './stream/frame.js';
import { StreamHub } from './stream/hub.js';
import { Listeners } from './stream/listeners.js';
import { wholeNumber } from './stream/options.js';
import type { ByteSink, Connection, ConnectOptions, StreamSource } from './stream/sink.js';

/**
 * The hub of one session: agent events in, numbered frames out, to any number of connections.
 * Synchronous throughout: when a call returns, its frame is numbered, folded and on its way.
 */
export class SessionEvents implements StreamSource {
  readonly sessionId: string;
  readonly #hub: StreamHub<SessionFrame>;
  readonly #model: Model;
  readonly #isDelta: boolean;
  readonly #isForwarded: (event: AnyEvent) => boolean;
  readonly #eventListeners = this.#listeners<PlacedEvent>();
  readonly #approvals: Approvals = new Approvals(this);
  readonly #listListeners = this.#listeners();
  readonly #disposeListeners = this.#listeners();
  #hasUserMessage: boolean;

  /** @throws LoopEventsError `invalid-option` */
  constructor(options: SessionEventsOptions) {
    checkOptions(options);
    const { sessionId, messageUpdates, forward = isForwarded } = options;
    this.sessionId = sessionId;
    this.#isDelta = messageUpdates === 'delta';
    this.#isForwarded = (event) => this.#asked(() => forward(event), isForwarded(event));
    this.#model = modelFrom(options);
    this.#hasUserMessage = this.#model.window().roundCount > 0;
    this.#hub = new StreamHub(options, (position) => ({
      type: 'session.snapshot',
      sessionId,
      ...position,
      snapshot: this.#model.window(),
    }));
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
    return this.#approvals;
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
    const { requestId, runId } = run;
    this.#inOrder(() => {
      if (this.#model.activeRunId === runId) return;
      this.#cancelApprovals();
      const acceptedAt = Date.now();
      this.#model.accept({ requestId, runId, acceptedAt });
      this.#publish({ type: 'run.accepted', requestId, runId, acceptedAt });
      this.#listChanged();
    });
  }

  /**
   * Takes in one event of the agent's: folds it and publishes its frames. The event is copied at
   * once, so the agent may go on changing it. Never throws because of a listener or a connection;
   * after `dispose()` it does nothing.
   *
   * @throws LoopEventsError `not-serializable`, `invalid-option`; the session is then unchanged.
   */
  publish<Event extends AnyEvent>(
    event: SessionEvent | Event,
    { runId, messageIndex }: PublishPlace = {},
  ): void {
    if (this.#hub.isDisposed) return;
    const plain = toPlain(event);
    checkEvent(plain);
    const place = { runId, messageIndex };
    this.#inOrder(() => {
      this.#checkPlace(place);
      if (plain.type === 'agent_settled') this.#cancelApprovals();
      const isBeginning =
        this.#model.activeRunId === null && place.runId !== null && startsWork(plain);
      const run = { runId: place.runId ?? crypto.randomUUID(), acceptedAt: Date.now() };
      this.#take(event, plain, isBeginning ? { ...place, ...run } : place);
    });
  }

  /**
   * A message that has no events of its own: a shell command's entry, a summary, the system
   * message. Publishes its start and its end.
   */
  append(message: Message): void {
    const plain = toPlain(message);
    this.#inOrder(() => {
      const { messageCount: messageIndex } = this.#model;
      for (const type of ['message_start', 'message_end'] as const) {
        const original: MessageStart | MessageEnd = { type, message };
        const copy: MessageStart | MessageEnd = { type, message: plain };
        this.#take(original, copy, { messageIndex });
      }
    });
  }

  /** A command changed the state: merges `patch`, if there is one, and publishes `session.state`. */
  publishState(patch: Partial<SessionState> = {}): void {
    const plain = toPlain(patch);
    this.#inOrder(() => {
      this.#model.patch(plain);
      this.#publishState();
    });
  }

  /**
   * Ends the active run for agents that do not say so themselves; call it in `finally`. Does
   * nothing where no run is active.
   */
  settle(): void {
    this.#inOrder(() => {
      if (this.#model.activeRunId === null) return;
      this.#cancelApprovals();
      this.#take({ type: 'agent_settled' }, { type: 'agent_settled' }, {});
    });
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
    // Left out by accident it would be an empty page, again and again.
    const before = wholeNumber('before', query.before ?? NaN, 0, 0);
    const rounds = wholeNumber('rounds', query.rounds, 3, 1);
    const { streamId, seq } = this.#hub;
    return ownCopy({ streamId, seq, ...this.#model.page({ before, rounds }) });
  }

  /** What of the session outlives this process: plain JSON, for {@link SessionEventsOptions.saved}. */
  save(): SavedSession {
    return ownCopy(this.#model.save());
  }

  /** Original events, before anything is left out; for traces. Returns an idempotent way out. */
  onEvent(listener: (placed: PlacedEvent) => void): () => void {
    return this.#eventListeners.add(listener);
  }

  /**
   * Calls `listener` whenever what a list shows of the session may have changed: a run began, the
   * first user message is complete, the command state was published (settlement, titles,
   * approvals). Never for tokens or tools. Contract: "List Change Notifications".
   */
  onListChange(listener: () => void): () => void {
    return this.#listListeners.add(listener);
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
    if (this.#model instanceof HostModel) this.#hub.forgetOpening();
    if (options.approvals !== true) return this.#hub.connect(sink, options);
    const detach = this.#approvals.attach();
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
    this.#approvals.close();
    this.#hub.dispose();
    this.#disposeListeners.tell(nothing);
  }

  #inOrder(task: () => void): void {
    if (!this.#hub.isDisposed) this.#hub.inOrder(task);
  }

  /** One event: find its place, fold it, publish what the contract says, tell the traces. */
  #take(original: AnyEvent, plain: AnyEvent, place: PublishPlace & { acceptedAt?: number }): void {
    const runId = place.runId === undefined ? this.#model.activeRunId : place.runId;
    const event = this.#isDelta && isUpdate(plain) ? deltaForm(plain) : plain;
    const messageIndex = place.messageIndex ?? this.#model.locate(event, runId);
    const at = {
      runId,
      ...(messageIndex === undefined ? {} : { messageIndex }),
      ...(place.acceptedAt === undefined ? {} : { acceptedAt: place.acceptedAt }),
    };
    const isSent = isWrapped(event) && this.#isForwarded(original);
    const changesState = publishesState(event);
    // What no client hears of must not change what the session holds: both would differ.
    if (isSent || changesState) this.#model.apply(event, at);
    if (isSent) this.#publish({ type: 'loop.event', event, ...at });
    if (changesState) this.#publishState();
    if (place.acceptedAt !== undefined || this.#isFirstUserMessage(event)) this.#listChanged();
    const { acceptedAt: _, ...placed } = at;
    this.#eventListeners.tell(() => ({ event: original, ...placed }));
  }

  /** A run that ends, or is overtaken by another, waits for no answers: they are cancelled first. */
  #cancelApprovals(): void {
    const { activeRunId } = this.#model;
    if (activeRunId === null) return;
    this.#approvals.cancelRun(activeRunId, (event) => this.#take(event, event, {}));
  }

  #isFirstUserMessage(event: AnyEvent): boolean {
    if (this.#hasUserMessage || event.type !== 'message_end') return false;
    this.#hasUserMessage = (event as MessageEnd).message?.role === 'user';
    return this.#hasUserMessage;
  }

  #listChanged(): void {
    this.#listListeners.tell(nothing);
  }

  #listeners<Value = void>(): Listeners<Value> {
    return new Listeners((task) => this.#hub.guarded(task));
  }

  /** What a host's function answers; what it throws is reported, and `otherwise` holds. */
  #asked<Answer>(question: () => Answer, otherwise: Answer): Answer {
    let answer = otherwise;
    this.#hub.guarded(() => {
      answer = question();
    });
    return answer;
  }

  #publishState(): void {
    this.#publish({ type: 'session.state', snapshot: this.#model.window() });
    this.#listChanged();
  }

  #publish(body: FrameBody): void {
    const { type, ...rest } = body;
    const { sessionId } = this;
    this.#hub.publish((position) => ({ type, sessionId, ...position, ...rest }));
  }

  #checkPlace(place: PublishPlace): void {
    const { messageIndex } = place;
    if (messageIndex === undefined) return;
    wholeNumber('messageIndex', messageIndex, 0, 0, this.#model.messageCount);
  }
}

function checkEvent(event: unknown): void {
  if (typeof (event as { type?: unknown } | null | undefined)?.type === 'string') return;
  throw new LoopEventsError('invalid-option', 'event: expected an object with a type, a text.');
}

function isUpdate(event: AnyEvent): event is MessageUpdate {
  return event.type === 'message_update';
}

function nothing(): void {}
