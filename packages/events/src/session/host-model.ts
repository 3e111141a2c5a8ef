import { LoopEventsError } from '../errors.js';
import type { AnyEvent } from './event.js';
import { startsWork } from './fold.js';
import type { HistoryPage, HistoryQuery } from './history.js';
import type { Model } from './model.js';
import type { SavedSession } from './saved.js';
import type { RunState, Snapshot } from './state.js';
import type { EventContext } from './timeline.js';
import { windowOf } from './window.js';

/**
 * A host that keeps its sessions in a controller of its own passes this instead of letting
 * `SessionEvents` fold. Message indexes then come from `publish`'s second argument.
 */
export interface SessionModel {
  /** The session now, whole or already windowed, with absolute indexes and totals. */
  snapshot(): Snapshot;
  /** Called for each event before its frame is published. */
  apply?(event: AnyEvent, at: EventContext): void;
  /** Serves `history()`; without it `history()` throws `unsupported`. */
  history?(query: HistoryQuery): Omit<HistoryPage, 'streamId' | 'seq'>;
}

/** A host's model, seen as ours. It follows only which run is active. */
export class HostModel implements Model {
  readonly keepsEntries = false;
  activeRunId: string | null = null;
  readonly messageCount = undefined;
  readonly #host: SessionModel;
  readonly #rounds: number;

  constructor(host: SessionModel, rounds: number) {
    this.#host = host;
    this.#rounds = rounds;
  }

  get run(): RunState {
    return this.#host.snapshot().state.run;
  }

  locate(): undefined {
    return undefined;
  }

  accept(run: { runId: string }): void {
    this.activeRunId = run.runId;
  }

  apply(event: AnyEvent, at: EventContext): void {
    if (event.type === 'agent_settled') this.activeRunId = null;
    else if (startsWork(event)) this.activeRunId ??= at.runId;
    this.#host.apply?.(event, at);
  }

  patch(change: object): void {
    if (Object.keys(change).length > 0) throw unsupported('publishState(patch)', 'snapshot()');
  }

  window(): Snapshot {
    return windowOf(this.#host.snapshot(), this.#rounds);
  }

  page(query: HistoryQuery): Omit<HistoryPage, 'streamId' | 'seq'> {
    if (!this.#host.history) throw unsupported('history()', 'history(query)');
    return this.#host.history(query);
  }

  save(): SavedSession {
    throw unsupported('save()', 'its own storage');
  }
}

function unsupported(call: string, instead: string): LoopEventsError {
  return new LoopEventsError(
    'unsupported',
    `${call} is not for sessions with their own model: the model's ${instead} is what counts.`,
  );
}
