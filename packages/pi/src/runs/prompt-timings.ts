import type {
  AnyEvent,
  PlacedEvent,
  PromptTiming,
  PromptTimingEvent,
  QueueChanged,
  QueuedInput,
} from '@loop/events';

/** An input, when it comes in. */
export type NewTiming = Pick<PromptTiming, 'timingId' | 'requestId' | 'runId'> & {
  queuedAt: number;
};

/** How a run ended. */
export interface RunOutcome {
  runId: string;
  aborted: boolean;
  /** Its promise was rejected. */
  failed: boolean;
}

/** The times of each input. */
export interface PromptTimings {
  /** The input of a run that begins now: its message is the first one that did not wait in a queue. */
  ask(input: NewTiming): void;
  /** An input that waits in the agent's queue. */
  queue(input: NewTiming, isShown: boolean): void;
  /** It does not wait any more, and did not run. */
  drop(timingId: string): void;
  /** Call it with everything that the session has taken in. */
  observe(placed: PlacedEvent): void;
  /** Call it before the end of a run is published. */
  end(outcome: RunOutcome): void;
}

interface Running {
  timing: PromptTiming;
  /** On a clock that nobody sets. */
  startedMs: number;
}

/**
 * One record for each input: it comes in, its message starts, the first answer to it shows
 * something, and it ends where the next input takes over or the run is settled. Inputs that are
 * taken up together, before anything is answered, share their answer and their end.
 */
export function createPromptTimings(
  publish: (event: PromptTimingEvent, runId?: string) => void,
): PromptTimings {
  /** Not taken up yet. `isShown`: the agent's queue has shown it, so it can go missing there. */
  const waiting = new Map<string, { timing: PromptTiming; isShown: boolean }>();
  let running: Running[] = [];
  /** The input of the run, until its message starts. */
  let asked: string | undefined;
  /** Whose message is about to start. */
  let consumed: string | undefined;
  let lastFailed = false;

  function tell(timing: PromptTiming): void {
    publish({ type: 'prompt_timing', ...timing }, timing.runId);
  }

  function wait(input: NewTiming, isShown: boolean): void {
    const timing: PromptTiming = { ...input, phase: 'queued' };
    waiting.set(input.timingId, { timing, isShown });
    tell(timing);
  }

  function drop(timingId: string): void {
    const found = waiting.get(timingId);
    waiting.delete(timingId);
    if (found) tell({ ...found.timing, ...CANCELLED, completedAt: Date.now() });
  }

  /** A queue that was emptied looks like one whose first input was taken, but no message follows. */
  function dropConsumed(): void {
    if (consumed !== undefined) drop(consumed);
    consumed = undefined;
  }

  function look({ items, consumed: next }: QueueChanged): void {
    const inQueue = new Set(items.map(({ inputId }: QueuedInput) => inputId));
    dropConsumed();
    consumed = next;
    for (const [id, entry] of [...waiting]) {
      if (inQueue.has(id)) entry.isShown = true;
      else if (entry.isShown && id !== next) drop(id);
    }
  }

  function start({ runId, messageIndex }: PlacedEvent): void {
    const id = consumed ?? asked;
    if (consumed === undefined) asked = undefined;
    consumed = undefined;
    finish(running.filter(({ timing }) => timing.firstOutputAt !== undefined));
    const found = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || !found) return;
    waiting.delete(id);
    const timing: PromptTiming = {
      ...found.timing,
      ...(runId === null ? {} : { runId }),
      ...(messageIndex === undefined ? {} : { messageIndex }),
      phase: 'started',
      startedAt: Date.now(),
    };
    running.push({ timing, startedMs: performance.now() });
    tell(timing);
  }

  function showFirstOutput(): void {
    for (const entry of running) {
      if (entry.timing.firstOutputAt !== undefined) continue;
      entry.timing = { ...entry.timing, phase: 'first_output', firstOutputAt: Date.now() };
      tell(entry.timing);
    }
  }

  function finish(entries: Running[], ending: Ending = lastFailed ? FAILED : COMPLETED): void {
    running = running.filter((entry) => !entries.includes(entry));
    for (const { timing, startedMs } of entries) {
      const durationMs = Math.round(performance.now() - startedMs);
      tell({ ...timing, ...ending, completedAt: Date.now(), durationMs });
    }
  }

  /** Not the input of the next run, which may have been asked for already. */
  function end({ runId, aborted, failed }: RunOutcome): void {
    dropConsumed();
    const ending = aborted ? CANCELLED : failed || lastFailed ? FAILED : COMPLETED;
    finish(running, ending);
    lastFailed = false;
    const unseen = asked === undefined ? undefined : waiting.get(asked)?.timing;
    if (unseen?.runId !== runId) return;
    asked = undefined;
    waiting.delete(unseen.timingId);
    tell({ ...unseen, ...ending, completedAt: Date.now() });
  }

  return {
    ask(input) {
      asked = input.timingId;
      wait(input, false);
    },
    queue: wait,
    drop,
    observe(placed) {
      const { event, runId } = placed;
      const { role, stopReason, content } = messageIn(event);
      switch (event.type) {
        case 'agent_start':
          return dropConsumed();
        case 'queue_changed':
          return look(event as QueueChanged);
        case 'message_start':
          if (role === 'user') start(placed);
          return;
        case 'message_update':
          return showFirstOutput();
        case 'message_end':
          if (role !== 'assistant') return;
          lastFailed = stopReason === 'error';
          if (Array.isArray(content) && content.length > 0) showFirstOutput();
          return;
        case 'agent_settled':
          // The host's own settle().
          if (runId !== null) end({ runId, aborted: false, failed: false });
      }
    },
    end,
  };
}

/**
 * Records that no process works on any more, as the endings they did not have. What waits in
 * `queue` goes on waiting.
 */
export function abandoned(
  timings: readonly PromptTiming[],
  queue: readonly QueuedInput[],
): PromptTimingEvent[] {
  const isOpen = ({ phase, timingId }: PromptTiming) =>
    phase === 'queued'
      ? !queue.some(({ inputId }) => inputId === timingId)
      : phase === 'started' || phase === 'first_output';
  return timings
    .filter(isOpen)
    .map((timing) => ({ type: 'prompt_timing', ...timing, ...CANCELLED }));
}

type Ending = Required<Pick<PromptTiming, 'phase' | 'outcome'>>;
const COMPLETED: Ending = { phase: 'completed', outcome: 'completed' };
const FAILED: Ending = { phase: 'completed', outcome: 'error' };
const CANCELLED: Ending = { phase: 'cancelled', outcome: 'aborted' };

function messageIn(event: AnyEvent): { role?: unknown; stopReason?: unknown; content?: unknown } {
  return (event as { message?: object }).message ?? {};
}
