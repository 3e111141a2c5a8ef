import { SessionEvents, type SavedSession } from '@loop/events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepSaved } from './recipes/keep-saved.js';

const hello = { role: 'user', content: 'Hello' } as const;

function saving() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const session = new SessionEvents({ sessionId: 'one' });
  const written: SavedSession[] = [];
  const errors: unknown[] = [];
  let failure: Error | undefined;
  const end = keepSaved(
    session,
    (saved) => {
      if (failure) return Promise.reject(failure);
      written.push(saved);
      return Promise.resolve();
    },
    (error) => errors.push(error),
  );
  return { session, written, errors, end, failWith: (error?: Error) => (failure = error) };
}

const changes: [string, (session: SessionEvents) => void][] = [
  ['a prompt', (session) => session.accept({ requestId: 'q', runId: 'r' })],
  ['a message', (session) => session.append(hello)],
  ['a command', (session) => session.publishState({ permission: 'ask' })],
  ['a title', (session) => session.publish({ type: 'session_title', title: 'T', status: 'ready' })],
  ['the queue', (session) => session.publish({ type: 'queue_changed', items: [] })],
];

test.each(changes)('%s is written within a second, and can be restored', async (_, change) => {
  const { session, written } = saving();
  change(session);
  change(session);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written).toEqual([session.save()]);
  const restored = new SessionEvents({ sessionId: 'one', saved: written[0]! });
  expect(restored.snapshot().messages).toEqual(session.snapshot().messages);
});

test('the end of a run is written', async () => {
  const { session, written } = saving();
  session.accept({ requestId: 'q', runId: 'r' });
  await vi.advanceTimersByTimeAsync(1_000);
  session.settle();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written.map(({ state }) => state.run.status)).toEqual(['running', 'idle']);
});

test('what a write has missed is in the next one, and the last one comes with the end', async () => {
  const { session, written, errors, failWith, end } = saving();
  failWith(new Error('full'));
  session.append(hello);
  await vi.advanceTimersByTimeAsync(1_000);
  failWith();
  session.append(hello);
  await end();
  session.append(hello);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(errors).toEqual([new Error('full')]);
  expect(written.map(({ messages }) => messages.length)).toEqual([2]);
});
