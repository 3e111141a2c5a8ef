import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { TextHub } from './a-hub.js';
import { byHand } from './fake-sink.js';
import { turn } from './turn.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Whether nothing holds the thing any more. What was looked at in a turn is held until its end. */
async function isFree(thing: WeakRef<object>): Promise<boolean> {
  await turn();
  collectGarbage();
  return thing.deref() === undefined;
}

/** The place that the next frame will fill. */
function nextFrame(hub: TextHub): WeakRef<object> {
  return new WeakRef(hub.frames.tail);
}

async function sayEach(hub: TextHub, count: number): Promise<void> {
  for (let left = count; left > 0; left--) {
    hub.say('x');
    await turn();
  }
}

describe('a frame is free', () => {
  it.each([1, 2, 50])(
    'when all readers have passed it and the buffer has dropped it, sent in a burst of %d',
    async (burst) => {
      const hub = new TextHub({ maxFrames: 4 });
      const sink = hub.read();
      const frame = nextFrame(hub);
      hub.say('x', burst);
      await turn();
      // One in a turn: nothing is gathered any more.
      await sayEach(hub, 5);
      expect(await isFree(frame)).toBe(true);
      expect(sink.connection?.stats.closed).toBeUndefined();
    },
  );

  it('not before a slow reader has passed it, and then at once', async () => {
    const hub = new TextHub({ maxFrames: 4 });
    const sink = hub.read(byHand);
    hub.say('x');
    const frame = nextFrame(hub);
    await sayEach(hub, 20);
    expect(await isFree(frame)).toBe(false);
    sink.takeAll();
    await sayEach(hub, 5);
    expect(await isFree(frame)).toBe(true);
  });

  it.each(['cut', 'gone', 'disposed'])(
    'when the reader it was kept for is %s, whoever still holds the connection',
    async (how) => {
      const hub = new TextHub({ maxFrames: 1 });
      const sink = hub.read(byHand, { maxPendingBytes: 100 });
      const frame = nextFrame(hub);
      await sayEach(hub, 2);
      if (how === 'gone') sink.connection?.close();
      if (how === 'cut') await sayEach(hub, 10);
      if (how === 'disposed') hub.dispose();
      else await sayEach(hub, 2);
      expect(sink.connection?.stats.closed).toBeDefined();
      expect(await isFree(frame)).toBe(true);
    },
  );
});

describe('an opening frame is free', () => {
  function openingOf(hub: TextHub): WeakRef<object> {
    return new WeakRef(hub.read().writes.pop() as Uint8Array);
  }

  it('when the next frame has made it old', async () => {
    const hub = new TextHub();
    const opening = openingOf(hub);
    expect(await isFree(opening)).toBe(false);
    hub.say('x');
    expect(await isFree(opening)).toBe(true);
  });

  it('when nobody watches any more', async () => {
    const hub = new TextHub();
    const sink = hub.read();
    const opening = new WeakRef(sink.writes.pop() as Uint8Array);
    sink.connection?.close();
    expect(await isFree(opening)).toBe(true);
    expect(hub.stats().connections).toBe(0);
  });
});
