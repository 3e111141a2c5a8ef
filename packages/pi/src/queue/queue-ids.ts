import type { QueueChanged, QueuedInput } from '@loop/events';

/** pi's `queue_update`: both lists, whole, as texts. */
export interface QueueUpdate {
  type: 'queue_update';
  steering: readonly string[];
  followUp: readonly string[];
}

type Mode = QueuedInput['mode'];

/**
 * Keeps an id for each text in pi's queues. Equal texts cannot be told apart, so order decides:
 * pi appends at the end and takes the first one that is equal.
 */
export class QueueIds {
  #items: readonly QueuedInput[] = [];
  /** Inputs that are about to appear under ids of their own. */
  readonly #expected: QueuedInput[] = [];
  #isCleared = false;

  /** What waits: first the steering inputs, then the follow-ups. */
  get items(): readonly QueuedInput[] {
    return this.#items;
  }

  /** The next new text like this one is this input. */
  expect(input: QueuedInput): void {
    this.#expected.push(input);
  }

  /** The input will not appear after all. */
  forget(input: QueuedInput): void {
    const at = this.#expected.indexOf(input);
    if (at >= 0) this.#expected.splice(at, 1);
  }

  /** Runs `work`, which empties pi's queues: what goes then is not consumed. */
  clearing(work: () => void): void {
    this.#isCleared = true;
    try {
      work();
    } finally {
      this.#isCleared = false;
    }
  }

  /**
   * Takes in the lists as they are now. One input gone from the head of its list counts as
   * consumed: pi says no more than that.
   */
  update({ steering, followUp }: QueueUpdate): QueueChanged {
    const before = this.#items;
    this.#items = [...this.#matched('steer', steering), ...this.#matched('follow-up', followUp)];
    const gone = before.filter((input) => !this.#items.includes(input));
    const [first] = gone;
    const items = [...this.#items];
    const isConsumed = gone.length === 1 && !this.#isCleared && first && isHead(first, before);
    return isConsumed
      ? { type: 'queue_changed', items, consumed: first.inputId }
      : { type: 'queue_changed', items };
  }

  #matched(mode: Mode, texts: readonly string[]): QueuedInput[] {
    const known = align(
      this.#items.filter((input) => input.mode === mode),
      texts,
    );
    return texts.map((text, at) => known[at] ?? this.#named(mode, text));
  }

  #named(mode: Mode, text: string): QueuedInput {
    const expected = this.#expected.find((input) => input.mode === mode && input.text === text);
    if (expected) this.forget(expected);
    return expected ?? { inputId: crypto.randomUUID(), mode, text, enqueuedAt: Date.now() };
  }
}

/** For each text the input it was before; `undefined` for a new one. */
function align(
  before: readonly QueuedInput[],
  texts: readonly string[],
): (QueuedInput | undefined)[] {
  const isAppended = before.every((input, at) => input.text === texts[at]);
  if (isAppended) return texts.map((_, at) => before[at]);
  const left = before.slice(before.length - texts.length);
  const isTakenFromHead =
    before.length > texts.length && left.every((input, at) => input.text === texts[at]);
  if (isTakenFromHead) return left;
  const rest = [...before];
  return texts.map((text) => {
    const at = rest.findIndex((input) => input.text === text);
    return at < 0 ? undefined : rest.splice(0, at + 1).at(-1);
  });
}

function isHead(input: QueuedInput, queue: readonly QueuedInput[]): boolean {
  return queue.find((other) => other.mode === input.mode) === input;
}
