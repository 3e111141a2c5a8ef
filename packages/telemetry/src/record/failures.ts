import type { CaptureStage } from '@loop/events/trace';
import { errorField } from '../capture/properties.js';

/** Between two notices of the same failure. */
const QUIET_MS = 5_000;
/** Kinds of failure that are told apart at a time. */
const MAX_KINDS = 100;

/** Payload of a schema's failure event. */
export interface FailureNotice {
  source: string;
  stage: CaptureStage;
  errorName: string;
  errorMessage: string;
  /** How many of the same kind went untold since the last notice. */
  suppressed: number;
}

/** Decides which failures are worth a record, so that a broken adapter cannot fill a recording. */
export class Failures {
  readonly #now: () => number;
  readonly #kinds = new Map<string, { toldAt: number; suppressed: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What is to be told of a failure; `undefined`: nothing, the same was told a moment ago. */
  notice(source: string, stage: CaptureStage, error: unknown): FailureNotice | undefined {
    const { errorName, errorMessage } = factsOf(error);
    const kind = [source, stage, errorName].join('\n');
    const known = this.#kinds.get(kind);
    const now = this.#now();
    // A clock that was set back must not silence failures for longer.
    if (known && now >= known.toldAt && now < known.toldAt + QUIET_MS) {
      known.suppressed += 1;
      return undefined;
    }
    this.#remember(kind, now);
    return { source, stage, errorName, errorMessage, suppressed: known?.suppressed ?? 0 };
  }

  #remember(kind: string, now: number): void {
    this.#kinds.delete(kind);
    const [oldest] = this.#kinds.keys();
    if (oldest !== undefined && this.#kinds.size >= MAX_KINDS) this.#kinds.delete(oldest);
    this.#kinds.set(kind, { toldAt: now, suppressed: 0 });
  }
}

/** Anything can be thrown, also what throws again when it is looked at. */
function factsOf(error: unknown): { errorName: string; errorMessage: string } {
  try {
    if (typeof error !== 'object' || error === null) {
      return { errorName: typeof error, errorMessage: String(error) };
    }
    const [name, message] = [errorField(error, 'name'), errorField(error, 'message')];
    return { errorName: textOr(name, 'object'), errorMessage: textOr(message, '') };
  } catch {
    return { errorName: 'unreadable', errorMessage: '' };
  }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
