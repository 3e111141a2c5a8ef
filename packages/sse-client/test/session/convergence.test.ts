import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  windowOf,
  type AssistantMessage,
  type SessionEvents,
  type SessionFrame,
} from '@loop/events';
import { openingAt, recordSession, type Recording } from '@loop/events/testing';
import { connectSession, type FetchLike, type SessionStoreState } from '../../src/index.js';
import { heartbeat, wire } from '../support/frames.js';

/** One connection of a server that lives up to nothing but its contract, and not always to that. */
interface Serving {
  /** What a reader with a cursor gets. */
  answer: 'replay' | 'snapshot' | 'hole' | 'garbage';
  /** Frames published before the connection ends. */
  frames: number;
  /** Frames before the cursor that are sent again. */
  overlap: number;
  repeated: boolean;
  ending: 'end' | 'cut' | 'half a frame';
  /** Bytes in a piece. */
  piece: number;
}

const servings = fc.array(
  fc.record<Serving>({
    answer: fc.constantFrom('replay', 'replay', 'replay', 'snapshot', 'hole', 'garbage'),
    frames: fc.nat(9),
    overlap: fc.nat(4),
    repeated: fc.boolean(),
    ending: fc.constantFrom('end', 'cut', 'half a frame'),
    piece: fc.integer({ min: 1, max: 3_000 }),
  }),
  { maxLength: 8 },
);

const deeds = fc.array(
  fc.constantFrom('ask', 'answer', 'half an answer', 'tool', 'title', 'state', 'settle', 'novelty'),
  { minLength: 1, maxLength: 20 },
);

it('shows what the session holds, however its frames are cut, repeated and sent again', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const everything = fc.asyncProperty(deeds, servings, async (done, plan) => {
    const recording = recordSession((session) => done.forEach((deed) => act(session, deed)));
    await follow(recording, plan);
  });
  await fc.assert(everything, { numRuns: Number(process.env['LOOP_FUZZ_RUNS'] ?? 80) });
});

async function follow(recording: Recording, plan: readonly Serving[]): Promise<void> {
  const server = createServer(recording, plan);
  const store = connectSession('/events', { fetch: server.fetch });
  store.subscribe(() => expectAgreement(recording, store.getSnapshot()));
  for (let turns = 0; turns < 400 && !isDone(); turns++) await vi.advanceTimersByTimeAsync(1);
  const state = store.getSnapshot();
  store.close();
  expect(state.view.seq).toBe(recording.frames.length);
  expectAgreement(recording, state);

  function isDone(): boolean {
    return server.isLast() && store.getSnapshot().view.seq === recording.frames.length;
  }
}

function expectAgreement(recording: Recording, { view }: SessionStoreState): void {
  if (view.streamId === null) return;
  const { sessionId: _, streamId: __, seq, ...held } = view;
  expect(windowOf(held, recording.rounds)).toEqual(recording.snapshots[seq]);
}

function createServer(
  recording: Recording,
  plan: readonly Serving[],
): { fetch: FetchLike; isLast(): boolean } {
  let served = 0;
  let published = 0;
  return { fetch: async (url) => answer(url), isLast: () => served > plan.length };

  function answer(url: string): Response {
    const serving = plan[served++] ?? last;
    const cursor = new URL(url, 'http://host').searchParams.get('cursor');
    const opening = cursor === null || serving.answer === 'snapshot' ? published : undefined;
    published = Math.min(published + serving.frames, recording.frames.length);
    const from = opening ?? Math.max(seqOf(cursor) - serving.overlap, 0);
    const frames = recording.frames.slice(from, published);
    if (opening !== undefined) frames.unshift(openingAt(recording, opening));
    return new Response(bodyOf(serving, frames), {
      headers: { 'content-type': 'text/event-stream' },
    });
  }
}

/** The whole rest, and the connection stays open. */
const last: Serving & { stays: true } = {
  answer: 'replay',
  frames: Infinity,
  overlap: 2,
  repeated: false,
  ending: 'end',
  piece: 1_000,
  stays: true,
};

function bodyOf(serving: Serving, frames: SessionFrame[]): ReadableStream<Uint8Array> {
  if (serving.answer === 'hole' && frames.length > 2) frames.splice(1 + (frames.length % 2), 1);
  const sent = serving.repeated ? frames.flatMap((frame) => [frame, frame]) : frames;
  const texts = sent.map((frame) => wire(frame) + heartbeat);
  if (serving.answer === 'garbage') texts.splice(texts.length >> 1, 0, 'data: {"seq":\n\n');
  if (serving.ending === 'half a frame') texts.push(texts.at(-1)?.slice(0, 40) ?? '');
  const bytes = new TextEncoder().encode(texts.join(''));
  let from = 0;
  return new ReadableStream({
    pull(controller) {
      if (from < bytes.length) controller.enqueue(bytes.slice(from, (from += serving.piece)));
      else if (serving === last) return new Promise(() => {});
      else if (serving.ending === 'cut') controller.error(new TypeError('terminated'));
      else controller.close();
      return undefined;
    },
  });
}

function seqOf(cursor: string | null): number {
  return Number(cursor?.split(':').at(-1));
}

function act(session: SessionEvents, deed: string): void {
  const { seq } = session;
  switch (deed) {
    case 'ask':
      session.accept({ requestId: `q${seq}`, runId: `r${seq}` });
      return session.append({ role: 'user', content: `asked at ${seq}: 漢🙂\u2028` });
    case 'answer':
    case 'half an answer': {
      const content: AssistantMessage['content'] = [{ type: 'text', text: `at ${seq}` }];
      const message: AssistantMessage = { role: 'assistant', content };
      session.publish({ type: 'message_start', message: { role: 'assistant', content: [] } });
      session.publish({
        type: 'message_update',
        message,
        assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta: `at ${seq}` },
      });
      if (deed === 'answer') session.publish({ type: 'message_end', message });
      return undefined;
    }
    case 'tool': {
      const tool = { toolCallId: `c${seq % 3}`, toolName: 'run' };
      session.publish({ type: 'tool_execution_start', ...tool, args: { seq } });
      return session.publish({ type: 'tool_execution_end', ...tool, result: seq, isError: false });
    }
    case 'title':
      return session.publish({ type: 'session_title', title: `at ${seq}`, status: 'ready' });
    case 'state':
      return session.publishState({ model: { model: `m${seq}` } });
    case 'settle':
      return session.settle();
    default:
      return session.publish({ type: 'novelty' });
  }
}
