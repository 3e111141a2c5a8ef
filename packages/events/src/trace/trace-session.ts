import { expectFunction } from '../expect.js';
import type { AgentSettled, AnyEvent, MessageUpdate } from '../session/event.js';
import type { SessionEvents } from '../session-events.js';
import type { PlacedEvent } from '../session-events-options.js';
import { Lifetimes } from './lifetimes.js';
import { mapEvent } from './mapping.js';
import type { RunCompleted, TraceEvents } from './payloads.js';
import type { Operation, Recorder, Scope } from './recorder.js';
import { failureAfter, type RunFailure } from './run-failure.js';
import { sessionRecorder } from './session-recorder.js';
import { streamPiece } from './stream-piece.js';

/** What recording uses of a session. */
export type TraceableSession = Pick<
  SessionEvents,
  'activeRunId' | 'run' | 'onEvent' | 'onListChange' | 'onDispose'
>;

/**
 * A session's link to its recording: call it to let go, which is idempotent. It is a recorder, too,
 * for what only the host sees: model requests, saves, permissions. What is recorded through it
 * belongs to the run that is active, and lies in it, unless its scope says otherwise.
 */
export type SessionTrace = Recorder<TraceEvents> & (() => void);

/**
 * Records a session: its runs, messages, tools, approvals, compactions and state, as its agent's
 * original events tell them. Nothing is made up: what has no end stays open. In stream mode the
 * pieces of the model's stream are recorded, too.
 *
 * Let go when the session is saved and before the recording is closed: `session.detached` is the
 * last word. Contract: "Operation lifetimes", "Business event adaptation".
 *
 * @throws LoopEventsError `invalid-option`
 */
export function traceSession(
  session: TraceableSession,
  recorder: Recorder<TraceEvents>,
): SessionTrace {
  expectFunction(session?.onEvent, 'session: expected a SessionEvents.');
  expectFunction(recorder?.begin, 'recorder: expected one, as startRecording() makes it.');
  const lifetimes = new Lifetimes(recorder);
  const own = sessionRecorder(session, recorder, lifetimes);
  let runId = session.activeRunId;
  /** `undefined` for a run that was active before we came. */
  let run: Operation<TraceEvents, 'run'> | undefined;
  let failure: RunFailure;
  let isCancelled = false;
  let reason: 'detached' | 'disposed' = 'detached';
  let isAttached = true;

  recorder.record('session.attached', activeRun());
  const ways = [
    session.onListChange(() => guarded('session', follow)),
    session.onEvent((placed) => guarded(placed.event.type, () => take(placed))),
    session.onDispose(() => {
      reason = 'disposed';
    }),
  ];
  const trace = (): void => detach();
  return Object.defineProperties(
    trace,
    Object.getOwnPropertyDescriptors(own.recorder),
  ) as unknown as SessionTrace;

  /** Runs begin, and are asked to stop, without an event of the agent's. */
  function follow(): void {
    const active = session.run;
    if (active.status === 'idle') return;
    if (active.runId !== runId) begin(active);
    if (active.status !== 'cancelling' || isCancelled) return;
    isCancelled = true;
    recorder.record('run.cancel.requested', { requestId: active.requestId }, { runId });
  }

  function begin(active: { runId: string; requestId: string | null; acceptedAt: number }): void {
    const { requestId, acceptedAt } = active;
    ({ runId } = active);
    failure = undefined;
    isCancelled = false;
    run = recorder.begin('run', { requestId, acceptedAt }, { runId, operationId: runId });
  }

  function take({ event, runId: at, messageIndex }: PlacedEvent): void {
    // A host's own model may tell of a run only now.
    if (at !== null && at !== runId) follow();
    if (at === runId) failure = failureAfter(event, failure);
    if (event.type === 'message_update') return takePiece(event as MessageUpdate, at);
    const mapped = mapEvent(event, messageIndex);
    const scope: Scope = { original: event.type };
    if (!mapped) return;
    if ('name' in mapped) record(mapped.name, mapped.data, { ...scope, runId: runOf(event, at) });
    else if (mapped.end === 'started') lifetimes.begin(mapped, at, scope);
    else lifetimes.complete(mapped, at, scope);
    if (event.type === 'agent_settled') settle(event as AgentSettled);
  }

  /** In the request it streams from; its run is that request's, and not repeated with each piece. */
  function takePiece(update: MessageUpdate, at: string | null): void {
    if (recorder.mode !== 'stream') return;
    const { streaming } = own;
    const scope = streaming === undefined ? { runId: at } : { operationId: streaming };
    recorder.record('model.stream.received', streamPiece(update), scope);
  }

  function settle({ aborted }: AgentSettled): void {
    if (runId === null) return;
    const isAborted = aborted ?? isCancelled;
    const outcome = isAborted ? 'aborted' : failure ? 'error' : 'completed';
    const end: RunCompleted = { outcome, ...(outcome === 'error' ? failure : {}) };
    if (run) run.complete(end);
    else recorder.record('run.completed', end, { runId, operationId: runId });
    lifetimes.forget(runId);
    runId = null;
    run = undefined;
  }

  function detach(): void {
    if (!isAttached) return;
    isAttached = false;
    for (const wayOut of ways) wayOut();
    recorder.record('session.detached', { reason, ...activeRun() });
  }

  function activeRun(): { activeRunId?: string } {
    return runId === null ? {} : { activeRunId: runId };
  }

  /** An event that cannot be read is one less in the trace, and says so. */
  function guarded(source: string, task: () => void): void {
    try {
      task();
    } catch (error) {
      recorder.failed(source, 'map', error);
    }
  }

  function record(name: string, data: object, scope: Scope): void {
    (recorder.record as (name: string, data: object, scope: Scope) => void)(name, data, scope);
  }
}

/** A title is the session's own: it comes when it comes, whatever runs then. */
function runOf(event: AnyEvent, runId: string | null): string | null {
  return event.type === 'session_title' ? null : runId;
}
