import { expected, expectText, wholeNumber } from './expect.js';
import type { PlacedEvent, PublishPlace, SessionEventsOptions } from './session-events-options.js';
import { Approvals } from './session/approvals.js';
import { deltaForm } from './session/delta-form.js';
import { isForwarded, isWrapped, publishesState } from './session/event-frames.js';
import type { AnyEvent, MessageEnd, MessageUpdate } from './session/event.js';
import { startsWork } from './session/fold.js';
import type { Message } from './session/message.js';
import type { Model } from './session/model.js';
import { toPlain } from './session/plain.js';
import { isStatePatch, type StatePatch } from './session/state-patch.js';
import type { FrameBody, SessionFrame } from './session/frame.js';
import type { StreamHub } from './stream/hub.js';
import { Listeners } from './stream/listeners.js';

/** A run that an event began: nobody asked for it. */
interface AcceptedRun {
  readonly runId: string;
  readonly acceptedAt: number;
}

/**
 * The writing side of a session: puts each event in its place, folds it into the model and
 * publishes what the contract says of it, one after the other.
 */
export class SessionWriter {
  readonly approvals: Approvals = new Approvals(this);
  readonly eventListeners: Listeners<PlacedEvent>;
  readonly listListeners: Listeners;
  readonly #sessionId: string;
  readonly #hub: StreamHub<SessionFrame>;
  readonly #model: Model;
  readonly #isDelta: boolean;
  readonly #isForwarded: (event: AnyEvent) => boolean;
  #hasUserMessage: boolean;

  constructor(options: SessionEventsOptions, hub: StreamHub<SessionFrame>, model: Model) {
    const { sessionId, messageUpdates, forward = isForwarded } = options;
    this.#sessionId = sessionId;
    this.#hub = hub;
    this.#model = model;
    this.#isDelta = messageUpdates === 'delta';
    this.#isForwarded = (event) => this.#asked(() => forward(event), isForwarded(event));
    this.eventListeners = new Listeners(hub.guard.run);
    this.listListeners = new Listeners(hub.guard.run);
    this.#hasUserMessage = model.window().roundCount > 0;
  }

  get activeRunId(): string | null {
    return this.#model.activeRunId;
  }

  accept(run: { requestId: string; runId: string }): void {
    const { requestId, runId } = run ?? {};
    expectText('requestId', requestId);
    expectText('runId', runId);
    this.#inOrder(() => {
      if (this.#model.activeRunId === runId) return;
      this.#cancelApprovals();
      const acceptedAt = Date.now();
      this.#model.accept({ requestId, runId, acceptedAt });
      this.#publish({ type: 'run.accepted', requestId, runId, acceptedAt });
      this.#listChanged();
    });
  }

  publish(event: AnyEvent, { runId, messageIndex }: PublishPlace = {}): void {
    if (this.#hub.isDisposed) return;
    const plain = toPlain(event);
    expected(typeof plain?.type === 'string', 'event: expected an object with a type, a text.');
    this.#inOrder(() => {
      if (messageIndex !== undefined) {
        wholeNumber('messageIndex', messageIndex, 0, this.#model.messageCount);
      }
      if (plain.type === 'agent_settled') this.#cancelApprovals();
      this.#take(event, plain, { runId, messageIndex, ...this.#begins(plain, runId) });
    });
  }

  append(message: Message): void {
    const plain = toPlain(message);
    expected(typeof plain?.role === 'string', 'message: expected an object with a role, a text.');
    this.#inOrder(() => {
      const { messageCount: messageIndex } = this.#model;
      for (const type of ['message_start', 'message_end'] as const) {
        this.#take({ type, message } as AnyEvent, { type, message: plain } as AnyEvent, {
          messageIndex,
        });
      }
    });
  }

  publishState(patch: StatePatch): void {
    const plain = toPlain(patch);
    expected(isStatePatch(plain), 'patch: expected fields of a state, lists where it has lists.');
    this.#inOrder(() => {
      this.#model.patch(plain);
      this.#publishState();
    });
  }

  settle(): void {
    this.#inOrder(() => {
      if (this.#model.activeRunId === null) return;
      this.#cancelApprovals();
      this.#take({ type: 'agent_settled' }, { type: 'agent_settled' }, {});
    });
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
    this.eventListeners.tell(() => ({ event: original, ...placed }));
  }

  /** A run that ends, or is overtaken by another, waits for no answers: they are cancelled first. */
  #cancelApprovals(): void {
    const { activeRunId } = this.#model;
    if (activeRunId === null) return;
    this.approvals.cancelRun(activeRunId, (event) => this.#take(event, event, {}));
  }

  #isFirstUserMessage(event: AnyEvent): boolean {
    if (this.#hasUserMessage || event.type !== 'message_end') return false;
    this.#hasUserMessage = (event as MessageEnd).message?.role === 'user';
    return this.#hasUserMessage;
  }

  #listChanged(): void {
    this.listListeners.tell(nothing);
  }

  /** What a host's function answers; what it throws is reported, and `otherwise` holds. */
  #asked<Answer>(question: () => Answer, otherwise: Answer): Answer {
    let answer = otherwise;
    this.#hub.guard.run(() => {
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
    const sessionId = this.#sessionId;
    this.#hub.publish((position) => ({ type, sessionId, ...position, ...rest }));
  }

  /** The run that the event begins, if nobody accepted one. */
  #begins(event: AnyEvent, runId: string | null | undefined): AcceptedRun | undefined {
    if (runId === null || this.#model.activeRunId !== null || !startsWork(event)) return undefined;
    return { runId: runId ?? crypto.randomUUID(), acceptedAt: Date.now() };
  }
}

function isUpdate(event: AnyEvent): event is MessageUpdate {
  return event.type === 'message_update';
}

function nothing(): void {}
