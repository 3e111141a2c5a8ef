import { ListEvents, type SessionEvents, type SessionFrame } from '@loop/events';
import { eventStreamResponse } from '@loop/events/http';
import { expect, it, vi } from 'vitest';
import { defaultsIn } from '../src/option-tables.ts';
import { rowsUnder } from '../src/section.ts';
import {
  document,
  newSession,
  streams,
  tellStory,
  textsUnder,
  toldSession,
  withLastLineEnd,
} from './protocol/document.ts';
import { fold, framesOf, open } from './protocol/page.ts';

tellStory();

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
  const session = toldSession();
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
