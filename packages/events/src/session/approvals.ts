import { expected, hasField } from '../expect.js';
import type { ApprovalRequested, ApprovalResolved } from './event.js';
import type { ApprovalOutcome, ApprovalRequest } from './state.js';
import { toPlain } from './plain.js';
import { without } from './timeline.js';

/** What somebody decided. */
export interface ApprovalDecision {
  decision: 'allow' | 'deny';
  /** How long it holds; what `session` means is the asker's affair. @default 'once' */
  scope?: 'once' | 'session';
  /** Who decided. @default 'user' */
  by?: string;
  /** What to tell the agent with it. */
  note?: string;
}

/** What to ask. Id, run and time are added. */
export type ApprovalInput = Omit<ApprovalRequest, 'approvalId' | 'requestedAt' | 'runId'>;

/** What a decision came to. */
export type DecisionResult = 'resolved' | 'already-resolved' | 'unknown';

/** What is used of an `AbortSignal`, so that no platform's types are needed. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What approvals need of their session. */
export interface ApprovalHost {
  readonly activeRunId: string | null;
  publish(event: ApprovalRequested | ApprovalResolved): void;
}

/** What a session shows of its approvals. */
export type SessionApprovals = Pick<
  Approvals,
  'pending' | 'attended' | 'attach' | 'request' | 'decide'
>;

interface Pending {
  readonly request: ApprovalRequest;
  readonly settle: (outcome: ApprovalOutcome) => void;
}

/**
 * The approvals of one session. A request waits until somebody decides, its run is cancelled or
 * the session is disposed of: for ever if need be, whoever watches or leaves. Requests and
 * outcomes are published like any other event. Contract: "Connections and Frames"; DESIGN D25.
 */
export class Approvals {
  readonly #host: ApprovalHost;
  readonly #pending = new Map<string, Pending>();
  /** Ids that had their decision: so few, made by people, that they are all kept. */
  readonly #resolved = new Set<string>();
  #viewers = 0;
  #isClosed = false;

  constructor(host: ApprovalHost) {
    this.#host = host;
  }

  /** Requests that wait, the oldest first. */
  get pending(): ApprovalRequest[] {
    return [...this.#pending.values()].map(({ request }) => request);
  }

  /** Whether anybody is connected who can answer. Decides nothing. */
  get attended(): boolean {
    return this.#viewers > 0;
  }

  /** Registers somebody who can answer; connections with `approvals=1` do. Idempotent way out. */
  attach(): () => void {
    let isHere = true;
    this.#viewers++;
    return () => {
      if (isHere) this.#viewers--;
      isHere = false;
    };
  }

  /**
   * Asks, and resolves with how it ended; it never rejects.
   *
   * @param options.signal cancels the request.
   * @throws LoopEventsError `invalid-option`, `not-serializable`, at once; nothing is asked then.
   */
  request(
    input: ApprovalInput,
    { signal }: { signal?: AbortSignalLike | undefined } = {},
  ): Promise<ApprovalOutcome> {
    const plain = toPlain(input);
    expected(
      hasField(plain, 'kind') && hasField(plain, 'title'),
      'request: expected an object with a kind and a title.',
    );
    const request: ApprovalRequest = {
      ...plain,
      approvalId: crypto.randomUUID(),
      runId: this.#host.activeRunId,
      requestedAt: Date.now(),
    };
    if (this.#isClosed) return Promise.resolve(outcomeOf(request, cancelledBy('dispose')));
    if (signal?.aborted) return Promise.resolve(outcomeOf(request, cancelledBy('abort')));
    return new Promise((resolve) => {
      const onAbort = (): void => this.#end(request.approvalId, cancelledBy('abort'));
      const settle = (outcome: ApprovalOutcome): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve(outcome);
      };
      this.#pending.set(request.approvalId, { request, settle });
      signal?.addEventListener('abort', onAbort);
      this.#host.publish({ type: 'approval_requested', ...request });
    });
  }

  /**
   * Decides. The first decision wins; a later one changes nothing.
   *
   * @throws LoopEventsError `invalid-option` for a decision that is neither `allow` nor `deny`.
   */
  decide(approvalId: string, decision: ApprovalDecision): DecisionResult {
    const { decision: verdict, scope = 'once', by = 'user', note } = decision ?? {};
    expected(verdict === 'allow' || verdict === 'deny', "decision: expected 'allow' or 'deny'.");
    if (this.#resolved.has(approvalId)) return 'already-resolved';
    if (!this.#pending.has(approvalId)) return 'unknown';
    const outcome = verdict === 'allow' ? 'allowed' : 'denied';
    this.#end(approvalId, { outcome, scope, by, ...(note === undefined ? {} : { note }) });
    return 'resolved';
  }

  /**
   * The run is over: nobody waits for its answers any more.
   *
   * @param publish takes the outcomes at once, before what comes of the run's end.
   */
  cancelRun(runId: string, publish: (event: ApprovalResolved) => void): void {
    for (const { request } of [...this.#pending.values()]) {
      if (request.runId === runId) this.#end(request.approvalId, cancelledBy('abort'), publish);
    }
  }

  /** Cancels all that wait; later requests are cancelled at once. */
  close(): void {
    this.#isClosed = true;
    for (const id of [...this.#pending.keys()]) this.#end(id, cancelledBy('dispose'));
  }

  /** Out of the waiting ones first: whatever comes of publishing, it is decided once. */
  #end(
    approvalId: string,
    ending: Ending,
    publish = (event: ApprovalResolved): void => this.#host.publish(event),
  ): void {
    const pending = this.#pending.get(approvalId);
    if (pending === undefined) return;
    this.#pending.delete(approvalId);
    this.#resolved.add(approvalId);
    const outcome = outcomeOf(pending.request, ending);
    pending.settle(outcome);
    publish({ type: 'approval_resolved', ...without(outcome, 'note') });
  }
}

type Ending = Pick<ApprovalOutcome, 'outcome' | 'by'> &
  Partial<Pick<ApprovalOutcome, 'scope' | 'note'>>;

function cancelledBy(by: 'abort' | 'dispose'): Ending {
  return { outcome: 'cancelled', by };
}

function outcomeOf(request: ApprovalRequest, ending: Ending): ApprovalOutcome {
  const { approvalId, toolCallId, toolName, requestedAt } = request;
  const resolvedAt = Date.now();
  return {
    approvalId,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(toolName === undefined ? {} : { toolName }),
    ...ending,
    resolvedAt,
    waitedMs: Math.max(resolvedAt - requestedAt, 0),
  };
}
