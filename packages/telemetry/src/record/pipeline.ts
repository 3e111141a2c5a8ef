import type { CaptureMode, CaptureStage, DeclaredEvent } from '@loop/events/trace';
import { pieceOf, replacePiece, type StreamPaths } from '../capture/piece.js';
import type { Counts } from '../capture/rules.js';
import { draftLine, newDraft, type Draft, type DraftOptions, type Taken } from './draft.js';
import type { GapReason } from './envelope.js';
import { HeldStreams } from './held-streams.js';
import type { PieceOutcome } from './hold.js';
import type { LineQueue, RecordLine } from './lines.js';
import type { Place } from './place.js';

/** From here on a queue gets no pieces of streams. */
const NO_STREAMS = 0.5;
/** From here on it gets metadata only. */
const NO_CONTENT = 0.75;

/** What the way from a payload to a line needs. */
export interface PipelineOptions extends DraftOptions {
  mode(): CaptureMode;
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
type Entry = Line | Loss | Piece;

interface Loss {
  seq: number;
  lost: GapReason;
}

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
    if (stream) return this.#takePiece(stream, { declared, payload, place, mode });
    if (operation?.end === 'completed' && place.operationId) this.#held.end(place.operationId);
    const isPressed = mode !== 'metadata' && this.#options.lines.fill > NO_CONTENT;
    const event: Taken = { declared, payload, place, mode, except };
    if (isPressed) Object.assign(event, { mode: 'metadata', isReduced: true });
    this.#enter(this.#draft(event));
  }

  /** Takes a notice of our own in: in every mode alike, its texts bounded as those of errors are. */
  tell(declared: DeclaredEvent, payload: object, metadata: readonly string[]): void {
    const told = { ...declared, metadata };
    this.#enter(this.#draft({ declared: told, payload, place: {}, mode: 'metadata' }));
  }

  /** Nothing is held any longer; what may be a credential at the end of a stream is masked. */
  release(): void {
    this.#held.release();
  }

  #takePiece(stream: StreamPaths, event: Taken): void {
    const { place, payload } = event;
    const { part, text } = pieceOf(payload, stream);
    const owner = place.operationId ?? place.runId ?? '';
    if (text === undefined) this.#held.end(owner, part);
    // A piece that is dropped may hold the start of a credential: it is looked at all the same.
    const isLost = this.#options.lines.fill > NO_STREAMS;
    const taken = isLost ? this.#loss() : this.#draft(event);
    if (text !== undefined) {
      const entry = 'lost' in taken ? taken : { draft: taken, stream, text };
      this.#held.pushPiece(entry, { owner, part: part ?? '' }, text);
    } else if ('lost' in taken) this.#held.push(taken, 0);
    else this.#enter(taken);
  }

  #loss(): Loss {
    return { seq: this.#nextSeq++, lost: 'queue-full' };
  }

  /** Gives an event its number, so whatever must come before it has to be out. */
  #draft(event: Taken): Draft {
    return newDraft(this.#nextSeq++, event, this.#options);
  }

  #enter(draft: Draft): void {
    const entry = this.#close(draft);
    this.#held.push(entry, 'line' in entry ? entry.line.text.length : 0);
    this.#report(draft);
  }

  /** A draft's line, or why it has none. */
  #close(draft: Draft): Line | Loss {
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
