import type { Redaction, Redactor } from '../redact/redactor.js';

/** How much text of a stream waits, in UTF-16 units. */
const HOLD_CHARS = 2_048;
/** How much of a stream is looked at together. The longest private keys fit. */
const TOGETHER_CHARS = 8_192;
/** Of each end of what was cut: enough for what follows to be known as a credential's rest. */
const RETAINED_CHARS = 1_024;

/** What became of a piece: its text without credentials, or that these could not be looked for. */
export type PieceOutcome = Redaction | { error: unknown };

/** Where a piece's outcome goes. */
export type Settle = (outcome: PieceOutcome) => void;

/** The pieces of one streamed text that wait to be redacted as what they make together. */
export class Hold {
  readonly #redactor: Pick<Redactor, 'joined' | 'unfinished'>;
  readonly #pieces: { text: string; settle: Settle }[] = [];
  /** Of the pieces. */
  #chars = 0;
  /** What has gone already and belongs to what follows. */
  #context = '';
  /** Up to here all of it can be redacted apart from what follows. */
  #safe = 0;

  constructor(redactor: Pick<Redactor, 'joined' | 'unfinished'>) {
    this.#redactor = redactor;
  }

  /** Nothing waits, and nothing that has gone reaches into what follows. */
  get isOver(): boolean {
    return this.#pieces.length === 0 && this.#context === '';
  }

  add(text: string, settle: Settle): void {
    this.#pieces.push({ text, settle });
    this.#chars += text.length;
    if (text.includes('\n') || this.#chars >= HOLD_CHARS) this.#settleSafe();
  }

  /** Settles what waits: the stream is complete, or cut although it goes on. */
  end(end: 'complete' | 'cut'): void {
    const text = this.#text;
    const unfinished = end === 'cut' ? this.#unfinished(text) : 0;
    this.#settle(end, text.length);
    this.#context = retained(text.slice(text.length - unfinished));
    this.#safe = 0;
  }

  /** Settles what no credential can reach into any more. */
  #settleSafe(): void {
    const text = this.#text;
    const safe = text.length - this.#unfinished(text);
    this.#settle('complete', safe);
    const settled = text.length - this.#chars;
    const from = [safe, this.#safe, 0].find((at) => at <= settled) ?? 0;
    this.#context = text.slice(from, settled);
    this.#safe = safe - from;
    if (this.#chars >= HOLD_CHARS || this.#text.length >= TOGETHER_CHARS) this.end('cut');
  }

  /** Settles the pieces that end at or before `until`. */
  #settle(end: 'complete' | 'cut', until: number): void {
    const outcomeOf = this.#outcomes(end);
    let reached = this.#context.length;
    let count = 0;
    for (const { text, settle } of this.#pieces) {
      reached += text.length;
      if (reached > until) break;
      count += 1;
      this.#chars -= text.length;
      settle(outcomeOf(count));
    }
    this.#pieces.splice(0, count);
  }

  /** By place among the texts, of which the context is the first. */
  #outcomes(end: 'complete' | 'cut'): (index: number) => PieceOutcome {
    try {
      const texts = [this.#context, ...this.#pieces.map(({ text }) => text)];
      const redactions = this.#redactor.joined(texts, end);
      return (index) => redactions[index] ?? { text: '', count: 0 };
    } catch (error) {
      return () => ({ error });
    }
  }

  /** What cannot be looked at may be a credential as a whole. */
  #unfinished(text: string): number {
    try {
      return this.#redactor.unfinished(text);
    } catch {
      return text.length;
    }
  }

  get #text(): string {
    return this.#context + this.#pieces.map(({ text }) => text).join('');
  }
}

/** A private key is known by its start, whatever else by the last of its text. */
function retained(text: string): string {
  if (text.length <= 2 * RETAINED_CHARS) return text;
  return text.slice(0, RETAINED_CHARS) + text.slice(-RETAINED_CHARS);
}
