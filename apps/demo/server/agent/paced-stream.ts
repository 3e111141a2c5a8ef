import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  createAssistantMessageEventStream,
  parseStreamingJson,
  type AssistantMessage,
  type AssistantMessageEventStream,
} from '@earendil-works/pi-ai';

/** What an answer consists of; a failure ends it as a provider's error does. */
export type Piece =
  | { type: 'thinking'; thinking: string }
  | { type: 'text'; text: string }
  | { type: 'toolCall'; id: string; name: string; arguments: Record<string, unknown> }
  | { type: 'failure'; message: string };

/** How an answer is streamed. */
export interface Pace {
  /** Milliseconds before each few characters; 0 streams without waiting. */
  paceMs: number;
  signal?: AbortSignal | undefined;
}

type Block = AssistantMessage['content'][number];

/**
 * Streams `pieces` into the empty answer `start`, a few characters at a time. Every event carries
 * its own copy of the answer so far. An abort ends the answer at once, with what it then has.
 */
export function streamAnswer(
  start: AssistantMessage,
  pieces: readonly Piece[],
  pace: Pace,
): AssistantMessageEventStream {
  const stream = createAssistantMessageEventStream();
  const content: Block[] = [];
  const soFar = (): AssistantMessage => ({ ...start, content: [...content] });

  async function run(): Promise<void> {
    pace.signal?.throwIfAborted();
    stream.push({ type: 'start', partial: soFar() });
    for (const piece of pieces) await append(piece);
    const reason = content.some((block) => block.type === 'toolCall') ? 'toolUse' : 'stop';
    stream.push({ type: 'done', reason, message: { ...soFar(), stopReason: reason } });
  }

  async function append(piece: Piece): Promise<void> {
    const contentIndex = content.length;
    switch (piece.type) {
      case 'failure':
        throw new Error(piece.message);
      case 'thinking':
        await grow('thinking', piece.thinking, (thinking) => ({ type: 'thinking', thinking }));
        stream.push({
          type: 'thinking_end',
          contentIndex,
          content: piece.thinking,
          partial: soFar(),
        });
        return;
      case 'text':
        await grow('text', piece.text, (text) => ({ type: 'text', text }));
        stream.push({ type: 'text_end', contentIndex, content: piece.text, partial: soFar() });
        return;
      case 'toolCall':
        await grow('toolcall', JSON.stringify(piece.arguments), (json) => ({
          ...piece,
          arguments: parseStreamingJson(json),
        }));
        stream.push({ type: 'toolcall_end', contentIndex, toolCall: piece, partial: soFar() });
    }
  }

  /** Lets one block grow to `text`, which `blockOf` turns into what the block is by then. */
  async function grow(
    kind: 'thinking' | 'text' | 'toolcall',
    text: string,
    blockOf: (soFar: string) => Block,
  ): Promise<void> {
    const contentIndex = content.push(blockOf('')) - 1;
    stream.push({ type: `${kind}_start`, contentIndex, partial: soFar() });
    let grown = '';
    for (const delta of deltasOf(text)) {
      await pause(pace);
      grown += delta;
      content[contentIndex] = blockOf(grown);
      stream.push({ type: `${kind}_delta`, contentIndex, delta, partial: soFar() });
    }
  }

  run().catch((cause: unknown) => {
    const reason = pace.signal?.aborted ? 'aborted' : 'error';
    const errorMessage =
      reason === 'aborted'
        ? 'Request was aborted'
        : cause instanceof Error
          ? cause.message
          : String(cause);
    stream.push({ type: 'error', reason, error: { ...soFar(), stopReason: reason, errorMessage } });
  });
  return stream;
}

/** Characters of consecutive deltas: uneven, as models are, and the same every time. */
const DELTA_CHARS = [4, 2, 6, 3, 5, 2, 7, 3];

function* deltasOf(text: string): Generator<string> {
  // Code points: a delta never holds half a character.
  const characters = Array.from(text);
  let at = 0;
  for (let n = 0; at < characters.length; n++) {
    const chars = DELTA_CHARS[n % DELTA_CHARS.length] ?? 4;
    yield characters.slice(at, at + chars).join('');
    at += chars;
  }
}

/** @throws AbortError as soon as the signal is aborted. */
async function pause({ paceMs, signal }: Pace): Promise<void> {
  if (paceMs > 0) await setTimeout(paceMs, undefined, { signal });
  else await setImmediate(undefined, { signal });
}
