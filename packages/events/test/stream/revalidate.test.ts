import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TextHub } from './a-hub.js';
import { byHand } from './fake-sink.js';
import { seqsIn } from './received.js';

type Answer = () => boolean | Promise<boolean>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function throwOdd(): never {
  throw new Error('odd');
}

/** Some answers take a few microtasks. */
async function beat(): Promise<void> {
  await vi.advanceTimersByTimeAsync(15_000);
}

describe('a reader is asked about before each heartbeat (D33)', () => {
  it.each<[string, Answer]>([
    ['true', () => true],
    ['a promise of true', () => Promise.resolve(true)],
  ])('and stays: %s', async (_, revalidate) => {
    const hub = new TextHub();
    const ask = vi.fn(revalidate);
    const sink = hub.read(undefined, { revalidate: ask });
    expect(ask).not.toHaveBeenCalled();
    for (const count of [1, 2, 3]) {
      await beat();
      expect(ask).toHaveBeenCalledTimes(count);
      expect(sink.connection?.stats).toMatchObject({ heartbeats: count, closed: undefined });
    }
  });

  it('but not about one whose sink has failed by then', async () => {
    const hub = new TextHub();
    const ask = vi.fn(() => true);
    const sink = hub.read(undefined, { revalidate: ask });
    sink.pendingBytes = throwOdd;
    await beat();
    expect(sink.connection?.stats.closed).toBe('failed');
    expect(ask).not.toHaveBeenCalled();
  });

  const no: [string, Answer, string | undefined][] = [
    ['false', () => false, undefined],
    ['a promise of false', () => Promise.resolve(false), undefined],
    ['a rejection', () => Promise.reject(new Error('down')), 'down'],
    [
      'an exception',
      () => {
        throw new Error('bug');
      },
      'bug',
    ],
    ['nothing at all', (() => undefined) as unknown as Answer, 'then'],
    ['a promise of nothing', (() => Promise.resolve()) as unknown as Answer, undefined],
    [
      'a thing that fails to be a promise',
      () => new Proxy({}, { get: () => throwOdd() }) as unknown as Promise<boolean>,
      'odd',
    ],
  ];

  it.each(no)('and cut: %s', async (_, revalidate, reported) => {
    const errors: unknown[] = [];
    const hub = new TextHub({ hooks: { onError: (error) => errors.push(error) } });
    const closed = vi.fn();
    const sink = hub.read(undefined, { revalidate, onClose: closed });
    const other = hub.read();
    const sent = sink.bytes;
    await beat();
    expect(closed.mock.calls).toMatchObject([['revoked', { heartbeats: 0 }]]);
    expect(sink.endings).toEqual(['destroy']);
    expect(sink.bytes).toBe(sent);
    expect(other.connection?.stats).toMatchObject({ heartbeats: 1, closed: undefined });
    expect(errors.map(String).join()).toMatch(reported === undefined ? /^$/ : reported);
  });

  it('and not again while no answer came; nothing piles up, and frames go on', async () => {
    const hub = new TextHub();
    const ask = vi.fn(() => new Promise<boolean>(() => {}));
    const sink = hub.read(undefined, { revalidate: ask });
    for (let beats = 0; beats < 10; beats++) await beat();
    hub.say('x');
    await beat();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(sink.connection?.stats).toMatchObject({ heartbeats: 0, closed: undefined });
    expect(seqsIn(sink)).toEqual([0, 1]);
  });

  it('and a late answer counts, for a reader that is still there', async () => {
    const hub = new TextHub();
    const answers: ((isWelcome: boolean) => void)[] = [];
    const revalidate: Answer = () => new Promise((resolve) => void answers.push(resolve));
    const [stays, goes, left] = [1, 2, 3].map(() => hub.read(undefined, { revalidate }));
    await vi.advanceTimersByTimeAsync(50_000);
    left?.connection?.close();
    answers.forEach((answer, index) => answer(index === 0));
    await vi.advanceTimersByTimeAsync(0);
    expect(stays?.connection?.stats).toMatchObject({ heartbeats: 1, closed: undefined });
    expect(goes?.connection?.stats.closed).toBe('revoked');
    expect(left?.endings).toEqual([]);
    await beat();
    expect(answers).toHaveLength(4);
  });

  it('also while bytes are under way, and given up as stalled without waiting for it', async () => {
    const hub = new TextHub();
    const ask = vi.fn(() => new Promise<boolean>(() => {}));
    const sink = hub.read(byHand, { revalidate: ask });
    await beat();
    expect(ask).toHaveBeenCalledTimes(1);
    await beat();
    await beat();
    expect(sink.connection?.stats.closed).toBe('stalled');
  });
});
