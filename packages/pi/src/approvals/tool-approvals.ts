import type { ApprovalOutcome, SessionApprovals } from '@loop/events';
import type { ApprovalQuestion, ApprovalVerdict, Approve, CallToApprove } from './approve.js';

/** What {@link createApprovals} needs. */
export interface ApprovalsOptions {
  approve: Approve;
  /** The session's. */
  request: SessionApprovals['request'];
  report: (error: unknown) => void;
}

/** Decides on calls, one session long. */
export interface ToolApprovals {
  /** Why the call must not run, in words for the model; `undefined` when it may. Never rejects. */
  refusalOf(call: CallToApprove): Promise<string | undefined>;
  /** Cancels what waits. From then on nobody is asked: what would ask is refused. */
  close(): void;
}

/** Asks where `approve` says so, and remembers what was allowed for the session. */
export function createApprovals({ approve, request, report }: ApprovalsOptions): ToolApprovals {
  const allowedKeys = new Set<string>();
  const closing = new AbortController();

  async function refusalOf(call: CallToApprove): Promise<string | undefined> {
    try {
      return await decide(call);
    } catch (error) {
      if (call.signal?.aborted) return REFUSALS.stopped;
      report(error);
      return REFUSALS.failed;
    }
  }

  async function decide(call: CallToApprove): Promise<string | undefined> {
    const verdict = await beforeAbort(call.signal, async () => approve(call));
    if (verdict === undefined || verdict === 'allow') return undefined;
    checkVerdict(verdict);
    if ('deny' in verdict) return verdict.deny || REFUSALS.denied;
    const { key, ...question } = verdict;
    if (key !== undefined && allowedKeys.has(key)) return undefined;
    const signal = AbortSignal.any([closing.signal, ...(call.signal ? [call.signal] : [])]);
    const outcome = await request(inputFrom(question, call), { signal });
    // Aborted in the very moment of the decision: pi 0.74 would run it all the same.
    if (signal.aborted) return REFUSALS.stopped;
    const isAllowed = outcome.outcome === 'allowed';
    if (isAllowed && outcome.scope === 'session' && key !== undefined) allowedKeys.add(key);
    return isAllowed ? undefined : refusalFrom(outcome);
  }

  return { refusalOf, close: () => closing.abort() };
}

/** For the model: what it can know, and what to do now. */
const REFUSALS = {
  denied: 'Denied: the user does not want this call to run. Do not try the same in another way.',
  stopped: 'Not run: the run was stopped before anybody decided.',
  closed: 'Not run: the session was closed before anybody decided.',
  failed: 'Not run: it could not be found out whether this call is allowed.',
};

function refusalFrom({ outcome, by, note }: ApprovalOutcome): string {
  if (outcome === 'cancelled') return by === 'dispose' ? REFUSALS.closed : REFUSALS.stopped;
  return note ? `${REFUSALS.denied} They say: ${note}` : REFUSALS.denied;
}

/** Without words of the host's own, the arguments say what it is about. */
function inputFrom(question: ApprovalQuestion, { toolCallId, toolName, args }: CallToApprove) {
  const about =
    question.detail === undefined && question.input === undefined ? { input: args } : {};
  const { kind = 'tool', title = `Run ${toolName}`, ...rest } = question;
  return { ...about, ...rest, kind, title, toolCallId, toolName };
}

function checkVerdict(
  verdict: ApprovalVerdict,
): asserts verdict is { deny: string } | ApprovalQuestion {
  // A list or an object of some class is an answer that was meant for something else.
  const kind: string = Object.prototype.toString.call(verdict);
  const { deny = '' } = Object(verdict) as { deny?: unknown };
  if (kind === '[object Object]' && typeof deny === 'string') return;
  const got = typeof verdict === 'string' ? `'${verdict}'` : kind;
  throw new TypeError(
    `approve: expected 'allow', { deny } or what to ask, got ${got}. The call is refused.`,
  );
}

/** Runs `work`, but waits no longer than until the abort. */
function beforeAbort<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('aborted'));
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', stop));
  });
}
