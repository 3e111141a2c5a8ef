import { SessionEvents } from '@loop/events';
import { afterEach, beforeEach, vi } from 'vitest';
import { readDocument } from '../../src/documents.ts';
import { blocksUnder } from '../../src/section.ts';
import * as story from './story.ts';

export const document = readDocument('PROTOCOL.md');

/** The streams of the example, connection after connection, step after step. */
export const streams: string[] = textsUnder('An example', 'event-stream').map(withLastLineEnd);

/** The texts of the blocks under a heading. */
export function textsUnder(heading: string, language: string): string[] {
  return blocksUnder(document, heading, language).map(({ text }) => text);
}

/** The line end before the closing fence is the stream's, too. */
export function withLastLineEnd(text: string): string {
  return `${text}\n`;
}

/** In each test of a file, the times and ids are those of the document. */
export function tellStory(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: story.began });
    vi.spyOn(crypto, 'randomUUID').mockReturnValue('a1' as ReturnType<typeof crypto.randomUUID>);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** The session of the example. */
export function newSession(more: { maxConnections?: number } = {}): SessionEvents {
  const options = { sessionId: '42', streamId: 's1', maxFrames: 8, ...more };
  return new SessionEvents({ ...options, messageUpdates: 'delta' });
}

/** A step of the story, so many seconds after the one before. */
export function later(seconds: number, step: () => void): void {
  vi.setSystemTime(Date.now() + seconds * 1_000);
  step();
}

/** The session after all of it. */
export function toldSession(): SessionEvents {
  const session = newSession();
  for (const step of [story.prompt, story.answer, story.ask]) later(1, () => step(session));
  later(4, () => story.run(session, 'a1'));
  later(1, () => story.settle(session));
  return session;
}
