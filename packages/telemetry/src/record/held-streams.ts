import type { Redactor } from '../redact/redactor.js';
import { Hold, type PieceOutcome } from './hold.js';
import { startTimer } from './timer.js';

/** How long a piece of a stream waits for what follows. */
const HOLD_MS = 250;
/** What waits at most, held or behind it. */
const MAX_WAITING = 1_000;
const MAX_WAITING_CHARS = 1_048_576;
/** Streams that are held at the same time. */
const MAX_HOLDS = 64;

/** What the pieces of one text have in common. */
export interface StreamKey {
  /** The operation, or the run, that the stream belongs to. */
  owner: string;
  part: string;
}

/** What {@link HeldStreams} needs. */
export interface HeldStreamsOptions<Entry> {
  redactor: Pick<Redactor, 'joined' | 'unfinished'>;
  /** Takes entries in the order in which they came; with a piece's comes what became of it. */
  emit(entry: Entry, outcome?: PieceOutcome): void;
}

interface Waiting<Entry> {
  entry: Entry;
  chars: number;
  isHeld: boolean;
  outcome?: PieceOutcome;
}

/**
 * Holds the pieces of streamed texts until what they make together can be redacted: a credential
 * may lie across any number of them. What comes after a held piece waits behind it, so that the
 * order stays. A hold ends at a line's end, after 2 KiB or 250 ms, and with its stream. What a
 * credential may have begun by then is masked, and its rest with it.
 */
export class HeldStreams<Entry> {
  readonly #options: HeldStreamsOptions<Entry>;
  readonly #holds = new Map<string, StreamKey & { hold: Hold }>();
  readonly #waiting: Waiting<Entry>[] = [];
  #waitingChars = 0;
  #stopTimer: (() => void) | undefined;

  constructor(options: HeldStreamsOptions<Entry>) {
    this.#options = options;
  }

  /** An entry of no stream; `chars` is what it holds in memory. */
  push(entry: Entry, chars: number): void {
    if (this.#waiting.length === 0) return this.#options.emit(entry);
    this.#wait({ entry, chars, isHeld: false });
    this.#drain();
  }

  /** A piece of a stream. Its entry is emitted with the piece's outcome. */
  pushPiece(entry: Entry, stream: StreamKey, text: string): void {
    const waiting: Waiting<Entry> = { entry, chars: text.length, isHeld: true };
    const hold = this.#holdOf(stream);
    this.#wait(waiting);
    hold.add(text, (outcome) => {
      waiting.isHeld = false;
      waiting.outcome = outcome;
    });
    this.#drain();
  }

  /** A stream is over; without a `part`: all that its owner has. */
  end(owner: string, part?: string): void {
    this.#endHolds('complete', (key) => {
      return key.owner === owner && (part === undefined || key.part === part);
    });
    this.#drain();
  }

  /** Nothing waits any longer. */
  release(): void {
    this.#endHolds('cut', () => true);
    this.#drain();
  }

  #holdOf({ owner, part }: StreamKey): Hold {
    const id = `${owner}\n${part}`;
    const held = this.#holds.get(id) ?? { owner, part, hold: new Hold(this.#options.redactor) };
    // Last in the map, so that the first is the one that was quiet for longest.
    this.#holds.delete(id);
    this.#holds.set(id, held);
    const [quietest] = this.#holds.keys();
    if (quietest !== undefined && this.#holds.size > MAX_HOLDS) {
      this.#holds.get(quietest)?.hold.end('cut');
      this.#holds.delete(quietest);
    }
    return held.hold;
  }

  #endHolds(end: 'complete' | 'cut', isMeant: (key: StreamKey) => boolean): void {
    for (const [id, held] of this.#holds) {
      if (!isMeant(held)) continue;
      held.hold.end(end);
      if (held.hold.isOver) this.#holds.delete(id);
    }
  }

  #wait(waiting: Waiting<Entry>): void {
    this.#waiting.push(waiting);
    this.#waitingChars += waiting.chars;
    this.#stopTimer ??= startTimer(() => this.release(), HOLD_MS);
  }

  #drain(): void {
    const isMuch = this.#waiting.length >= MAX_WAITING || this.#waitingChars >= MAX_WAITING_CHARS;
    if (isMuch) this.#endHolds('cut', () => true);
    for (let next = this.#waiting[0]; next && !next.isHeld; next = this.#waiting[0]) {
      // First out, then told: what it causes may come in here again.
      this.#waiting.shift();
      this.#waitingChars -= next.chars;
      this.#options.emit(next.entry, next.outcome);
    }
    if (this.#waiting.length > 0) return;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }
}
