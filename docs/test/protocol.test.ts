import { ListEvents, SessionEvents, type SessionFrame, type Snapshot } from '@loop/events';
import { eventStreamResponse } from '@loop/events/http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDocument } from '../src/documents.ts';
import { defaultsIn } from '../src/option-tables.ts';
import { blocksUnder, rowsUnder } from '../src/section.ts';
import { fold, framesOf, open, parseExchange, type Page } from './protocol/page.ts';
import * as story from './protocol/story.ts';

const document = readDocument('PROTOCOL.md');
const exchanges = textsUnder('An example', 'http').map(parseExchange);
const streams = textsUnder('An example', 'event-stream').map(withLastLineEnd);
const views = textsUnder('An example', 'json').map((text) => JSON.parse(text) as object);

function textsUnder(heading: string, language: string): string[] {
  return blocksUnder(document, heading, language).map(({ text }) => text);
}

/** The line end before the closing fence is the stream's, too. */
function withLastLineEnd(text: string): string {
  return `${text}\n`;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: story.began });
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('a1' as ReturnType<typeof crypto.randomUUID>);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function newSession(more: { maxConnections?: number } = {}): SessionEvents {
  const options = { sessionId: '42', streamId: 's1', maxFrames: 8, ...more };
  return new SessionEvents({ ...options, messageUpdates: 'delta' });
}

/** What the session goes through, with a second between its steps. */
function later(seconds: number, step: () => void): void {
  vi.setSystemTime(Date.now() + seconds * 1_000);
  step();
}

function opened(at: number, session: SessionEvents): Page {
  const { request, status, head } = exchanges[at]!;
  const page = open(request, session);
  expect({ status: page.status, head: page.head }).toEqual({ status, head });
  return page;
}

it('the example is what a server sends, byte by byte', async () => {
  const session = newSession();
  const page = opened(0, session);
  expect(await page.received()).toBe(streams[0]);
  later(1, () => story.prompt(session));
  expect(await page.received()).toBe(streams[1]);
  later(1, () => story.answer(session));
  expect(await page.received()).toBe(streams[2]);

  await page.leave();
  later(1, () => story.ask(session));
  const again = opened(1, session);
  expect(await again.received()).toBe(streams[3]);
  later(4, () => story.run(session, 'a1'));
  expect(await again.received()).toBe(streams[4]);
  later(1, () => story.settle(session));
  expect(await again.received()).toBe(streams[5]);

  expect(await opened(2, session).received()).toBe(streams[6]);
  expect(streams).toHaveLength(7);
  expect(session.stats().snapshots).toMatchObject({ none: 1, evicted: 1 });
  session.dispose();
});

it('the example, folded, is what the document says, and what the server holds', () => {
  const [first = '', prompt = '', answer = '', replay = '', run = '', settle = '', evicted = ''] =
    streams;
  const page = fold(framesOf(first + prompt + answer));
  expect(page.view).toMatchObject(views[0]!);
  const again = fold(framesOf(replay), page.view);
  expect(again.view).toMatchObject(views[1]!);
  const last = fold(framesOf(run + settle), again.view);
  expect(last.view).toMatchObject(views[2]!);
  const asleep = fold(framesOf(first + prompt));
  expect(asleep.view.seq).toBe(4);
  const awake = fold(framesOf(evicted), asleep.view);
  expect(awake.view).toEqual(last.view);
  const all = [page, again, last, asleep, awake].flatMap(({ outcomes }) => outcomes);
  expect(new Set(all)).toEqual(new Set(['applied']));

  const session = newSession();
  for (const step of [story.prompt, story.answer, story.ask]) later(1, () => step(session));
  later(4, () => story.run(session, 'a1'));
  later(1, () => story.settle(session));
  expect(snapshotIn(last.view)).toEqual(session.snapshot());
});

function snapshotIn(
  view: Snapshot & { sessionId: unknown; streamId: unknown; seq: unknown },
): Snapshot {
  const { sessionId: _, streamId: _1, seq: _2, ...snapshot } = view;
  return snapshot;
}

it('each request gets the status that the table says, and HEAD what GET would get', () => {
  const full = newSession({ maxConnections: 1 });
  const reader = eventStreamResponse(new Request('http://127.0.0.1/'), full);
  const ended = newSession();
  ended.dispose();
  const ask = (session: SessionEvents, method: string): Response =>
    eventStreamResponse(new Request('http://127.0.0.1/', { method }), session);
  const answers = [reader, ask(ended, 'GET'), ask(full, 'POST'), ask(full, 'GET')];
  const statuses = rowsUnder(document, 'Asking for a stream').flatMap(([first = '']) =>
    /^\d+$/.test(first) ? [Number(first)] : [],
  );
  expect(answers.map(({ status }) => status)).toEqual(statuses);
  expect(answers[2]?.headers.get('Allow')).toBe('GET, HEAD');
  expect(Number(answers[3]?.headers.get('Retry-After'))).toBeGreaterThan(0);
  for (const [session, at] of [[ended, 1] as const, [full, 3] as const]) {
    const { status, headers } = ask(session, 'HEAD');
    expect([status, [...headers]]).toEqual([statuses[at], [...(answers[at]?.headers ?? [])]]);
    expect(headers.get('Cache-Control')).toBe('no-store');
  }
  full.dispose();
});

it('every cursor of the table gets what the table says', async () => {
  const session = newSession();
  for (const step of [story.prompt, story.answer, story.ask]) later(1, () => step(session));
  later(4, () => story.run(session, 'a1'));
  later(1, () => story.settle(session));

  const rows = rowsUnder(document, 'Positions');
  expect(rows.length).toBeGreaterThan(8);
  for (const [cursor = '', outcome = '', because = ''] of rows) {
    const query = cursor === '(none)' ? '' : `?cursor=${cursor.replaceAll('`', '')}`;
    const { snapshots } = session.stats();
    const page = open(new Request(`http://127.0.0.1/${query}`), session);
    const frames = framesOf(await page.received());
    const reason = /^`([a-z-]+)`/.exec(because)?.[1];
    expect([cursor, contents(frames), reasonSince(snapshots, session)]).toEqual([
      cursor,
      outcome,
      reason,
    ]);
    await page.leave();
  }
});

/** In the words of the table. */
function contents(frames: readonly SessionFrame[]): string {
  const [first, ...others] = frames;
  if (first?.type === 'session.snapshot') return others.length === 0 ? 'a snapshot' : 'too much';
  const last = others.at(-1);
  return last ? `the frames ${first?.seq} to ${last.seq}` : `the frame ${first?.seq}`;
}

function reasonSince(before: Record<string, number>, session: SessionEvents): string | undefined {
  const now: Record<string, number> = session.stats().snapshots;
  return Object.keys(now).find((reason) => now[reason] !== before[reason]);
}

it('a retry, a frame and a heartbeat are the bytes that the document shows', async () => {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const lists = new ListEvents({ streamId: 'lists-1' });
  const page = open(new Request('http://127.0.0.1/api/workspaces/events'), lists, 1_000);
  const opening = await page.received();
  vi.advanceTimersByTime(15_000);
  const beat = await page.received();
  lists.sessionsChanged('workspace-1');
  expect(opening + beat + (await page.received())).toBe(
    withLastLineEnd(textsUnder('Bytes', 'event-stream')[0] ?? ''),
  );
  lists.dispose();
});

it('each line of the table decides over the frames it names', () => {
  const at = fold(framesOf(`${streams[0]}${streams[1]}`)).view;
  const [snapshot, accepted] = framesOf(`${streams[6]}${streams[1]}`) as [
    SessionFrame,
    SessionFrame,
  ];
  const outcomes: Record<string, SessionFrame> = {
    "another `sessionId` than the view's": { ...snapshot, sessionId: '43' },
    '`session.snapshot` of another stream, or the first one': { ...snapshot, streamId: 's2' },
    'another frame of another stream': { ...accepted, streamId: 's2' },
    '`session.snapshot` with a `seq` below the position': { ...snapshot, seq: 3 },
    '`session.snapshot` with a `seq` at or above the position': { ...snapshot, seq: 4 },
    '`seq` at or below the position': { ...accepted, seq: 4 },
    '`seq` one above the position': { ...accepted, seq: 5 },
    '`seq` further above': { ...accepted, seq: 6 },
  };
  for (const [frame = '', outcome = ''] of rowsUnder(document, 'Taking frames in')) {
    const said = outcome.split(':')[0];
    const given = outcomes[frame];
    const view = given === undefined ? undefined : at;
    expect([frame, fold([given ?? accepted], view).outcomes]).toEqual([frame, [said]]);
  }
});

it('what a client does not know moves its position and changes nothing else', () => {
  const { view } = fold(framesOf(`${streams[0]}${streams[1]}`));
  const place = { sessionId: '42', streamId: 's1' };
  const unknown = [
    { ...place, seq: 5, type: 'session.thought', thought: 1 },
    { ...place, seq: 6, type: 'loop.event', event: { type: 'agent_dreamt' }, runId: 'r1', more: 1 },
  ] as unknown as SessionFrame[];
  expect(fold(unknown, view)).toEqual({
    view: { ...view, seq: 6 },
    outcomes: ['applied', 'applied'],
  });
});

it('limits are what the options say', () => {
  const defaults = {
    ...defaultsIn('packages/events/src/session-events-options.ts#SessionEventsOptions'),
    ...defaultsIn('packages/events/src/stream/stream-options.ts#StreamOptions'),
    ...defaultsIn('packages/events/src/stream/sink.ts#ConnectOptions'),
  };
  const numberOf = (option: string): number => Number(defaults[option]?.replaceAll('_', ''));
  const said = Object.fromEntries(rowsUnder(document, 'Limits')) as Record<string, string>;
  expect(said).toMatchObject({
    'frames retained for replay': `${numberOf('maxFrames')}`,
    'bytes retained for replay': `${numberOf('maxBytes') / 2 ** 20} MiB`,
    'rounds in a snapshot': `${numberOf('rounds')}`,
    'how far a reader may be behind': `${numberOf('maxPendingBytes') / 2 ** 20} MiB, and what it had no chance to read`,
    'between heartbeats': `${numberOf('heartbeatMs') / 1_000} s`,
    'readers of a stream': 'not bounded',
  });
  expect(defaults['maxConnections']).toBe('without limit');
});
