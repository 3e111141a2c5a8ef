import type { SessionEvents, Snapshot } from '@loop/events';
import { expect, it } from 'vitest';
import {
  later,
  newSession,
  streams,
  tellStory,
  textsUnder,
  toldSession,
} from './protocol/document.ts';
import { fold, framesOf, open, parseExchange, type Page } from './protocol/page.ts';
import * as story from './protocol/story.ts';

const exchanges = textsUnder('An example', 'http').map(parseExchange);
const views = textsUnder('An example', 'json').map((text) => JSON.parse(text) as object);

tellStory();

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

  expect(snapshotIn(last.view)).toEqual(toldSession().snapshot());
});

function snapshotIn(
  view: Snapshot & { sessionId: unknown; streamId: unknown; seq: unknown },
): Snapshot {
  const { sessionId: _, streamId: _1, seq: _2, ...snapshot } = view;
  return snapshot;
}
