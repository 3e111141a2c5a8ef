import type { CaptureMode, CaptureStage, DeclaredEvent } from '@loop/events/trace';
import { capturePayload } from '../capture/capture.js';
import { pieceOf, replacePiece, type StreamPaths } from '../capture/piece.js';
import type { CaptureRules, Counts } from '../capture/rules.js';
import type { Clock } from './clock.js';
import { draftLine, type Draft } from './draft.js';
import type { GapReason } from './envelope.js';
import { HeldStreams } from './held-streams.js';
import type { PieceOutcome } from './hold.js';
import { isoTimes } from './iso-time.js';
import type { LineQueue, RecordLine } from './lines.js';
import { redactPlace, type Place } from './place.js';

/** From here on a queue gets no pieces of streams. */
const NO_STREAMS = 0.5;
/** From here on it gets metadata only. */
const NO_CONTENT = 0.75;

/** What the way from a payload to a line needs. */
export interface PipelineOptions {
  rules: CaptureRules;
  mode(): CaptureMode;
  sessionId: string;
  clock: Clock;
  newId(): string;
  lines: LineQueue;
  firstSeq: number;
  /** A payload could not be captured. */
  onFailure(source: string, stage: CaptureStage, error: unknown): void;
}

/** What was recorded so far. */
export interface RecorderCounters {
  /** Lines that went to the queue. */
  recorded: number;
  /** Credentials that were replaced in them. */
  redacted: number;
  /** Values that were left out of them. */
  omitted: number;
  /** What could not be recorded as it should have been, told or not. */
  failures: number;
}

/** What waits for its turn: a line, a number that gets none, a piece whose text is open. */
type Entry = Line | { seq: number; lost: GapReason } | Piece;

interface Line {
  line: RecordLine;
  counts: Counts;
}

interface Piece {
  draft: Draft;
  stream: StreamPaths;
  text: string;
}

/** From a payload to a line, in order of capture. Nothing here throws. */
export class Pipeline {
  readonly counters: Omit<RecorderCounters, 'failures'> = { recorded: 0, redacted: 0, omitted: 0 };

  readonly #options: PipelineOptions;
  readonly #held: HeldStreams<Entry>;
  readonly #isoTime = isoTimes();
  #nextSeq: number;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#nextSeq = options.firstSeq;
    this.#held = new HeldStreams<Entry>({
      redactor: options.rules.redactor,
      emit: (entry, outcome) => this.#emit(entry, outcome),
    });
  }

  /** Takes an event in. `except`: a field of its payload that the record says already. */
  take(declared: DeclaredEvent, payload: unknown, place: Place, except?: string): void {
    const mode = this.#options.mode();
    const { stream, operation } = declared;
    if (mode === 'off' || (stream && mode !== 'stream')) return;
    const seq = this.#nextSeq++;
    if (stream) return this.#takePiece(stream, { declared, seq, payload, place, mode });
    if (operation?.end === 'completed' && place.operationId) this.#held.end(place.operationId);
    const isPressed = mode !== 'metadata' && this.#options.lines.fill > NO_CONTENT;
    const event: Taken = { declared, seq, payload, place, mode, except };
    if (isPressed) Object.assign(event, { mode: 'metadata', isReduced: true });
    this.#enter(this.#draft(event));
  }

  /** Takes a notice of our own in: in every mode alike, its texts bounded as those of errors are. */
  tell(declared: DeclaredEvent, payload: object, metadata: readonly string[]): void {
    const seq = this.#nextSeq++;
    const told = { ...declared, metadata };
    this.#enter(this.#draft({ declared: told, seq, payload, place: {}, mode: 'metadata' }));
  }

  /** Nothing is held any longer; what may be a credential at the end of a stream is masked. */
  release(): void {
    this.#held.release();
  }

  #takePiece(stream: StreamPaths, event: Taken): void {
    const { place, payload, seq } = event;
    const { part, text } = pieceOf(payload, stream);
    const owner = place.operationId ?? place.runId ?? '';
    // A piece that is dropped may hold the start of a credential: it is looked at all the same.
    const isLost = this.#options.lines.fill > NO_STREAMS;
    const draft = isLost ? undefined : this.#draft(event);
    const lost = { seq, lost: 'queue-full' } as const;
    if (text !== undefined) {
      const entry = draft ? { draft, stream, text } : lost;
      return this.#held.pushPiece(entry, { owner, part: part ?? '' }, text);
    }
    this.#held.end(owner, part);
    if (draft) this.#enter(draft);
    else this.#held.push(lost, 0);
  }

  #draft(event: Taken): Draft {
    const { rules, clock, newId, sessionId } = this.#options;
    const { declared, seq, payload, place, mode, isReduced, except } = event;
    const time = this.#isoTime(clock.now());
    const mono = clock.mono();
    const capture = capturePayload(payload, { mode, declared, except }, rules);
    return {
      declared,
      seq,
      eventId: newId(),
      time,
      mono,
      sessionId,
      place: redactPlace(place, rules, capture),
      mode: isReduced ? mode : undefined,
      capture,
    };
  }

  #enter(draft: Draft): void {
    const entry = this.#close(draft);
    this.#held.push(entry, 'line' in entry ? entry.line.text.length : 0);
    this.#report(draft);
  }

  /** A draft's line, or why it has none. */
  #close(draft: Draft): Line | { seq: number; lost: GapReason } {
    const { seq, capture } = draft;
    try {
      const line = draftLine(draft, this.#options.rules);
      return line ? { line, counts: capture } : { seq, lost: 'record-too-large' };
    } catch (error) {
      capture.failure = { stage: 'serialize', error };
      return { seq, lost: 'serialize' };
    }
  }

  #emit(entry: Entry, outcome?: PieceOutcome): void {
    const { lines, rules } = this.#options;
    if ('lost' in entry) return lines.lost(entry.seq, entry.lost);
    if ('line' in entry) {
      this.#count(entry.counts);
      return lines.push(entry.line);
    }
    const { draft, stream, text } = entry;
    replacePiece(draft.capture, stream, text, outcome, rules);
    this.#emit(this.#close(draft));
    this.#report(draft);
  }

  #count({ redacted, omitted }: Counts): void {
    this.counters.recorded += 1;
    this.counters.redacted += redacted;
    this.counters.omitted += omitted;
  }

  #report({ declared, capture }: Draft): void {
    if (capture.failure === undefined) return;
    this.#options.onFailure(declared.name, capture.failure.stage, capture.failure.error);
  }
}

interface Taken {
  declared: DeclaredEvent;
  seq: number;
  payload: unknown;
  place: Place;
  /** How much of it is captured. */
  mode: CaptureMode;
  /** Less than the recording's mode would have. */
  isReduced?: boolean;
  except?: string | undefined;
}
