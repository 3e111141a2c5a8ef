import type { MessageEntry, SessionFrame, Snapshot } from '@loop/events';
import { SessionEvents } from '@loop/events';
import { describe, expect, it } from 'vitest';
import { SnapshotJson } from '../../src/session/snapshot-json.js';
import { textOf } from '../../src/json.js';
import { fixtureNames, readFixture } from '../fixtures.js';

function entry(messageIndex: number, content: string): MessageEntry {
  return { messageIndex, message: { role: 'user', content }, status: 'complete', runId: null };
}

function snapshotOf(messages: MessageEntry[]): Snapshot {
  const { length: messageCount } = messages;
  const totals = { firstMessageIndex: 0, messageCount, firstRoundIndex: 0, roundCount: 1 };
  return {
    state: { run: { status: 'idle' } } as Snapshot['state'],
    messages,
    tools: [],
    ...totals,
  };
}

describe('the JSON of frames with a snapshot', () => {
  it.each(fixtureNames)('is that of the whole window, after each event of %s', (name) => {
    const session = new SessionEvents({ sessionId: 's', messageUpdates: 'delta', rounds: 1 });
    const frames: SessionFrame[] = [];
    session.subscribe((frame) => frames.push(frame));
    readFixture(name).forEach((event, index) => {
      session.publish(event);
      if (index % 7 !== 0) return;
      session.publishState();
      expect(frames.at(-1)).toEqual({
        ...{ type: 'session.state', sessionId: 's', streamId: session.streamId },
        ...{ seq: session.seq, snapshot: session.snapshot() },
      });
    });
    expect(frames.length).toBeGreaterThan(0);
  });

  it('has the order of fields that JSON.stringify gives it, empty or not', () => {
    const json = new SnapshotJson();
    for (const messages of [[], [entry(0, 'a')], [entry(0, 'ä"\n'), entry(1, '\ud83d')]]) {
      const frame = { type: 'session.state', seq: 1, snapshot: snapshotOf(messages) };
      expect(textOf(json.of(frame))).toBe(JSON.stringify(frame));
    }
  });

  it('shares the bytes of what is as it was in the frame before, and of nothing else', () => {
    const json = new SnapshotJson();
    const [a, b, c] = [entry(0, 'a'), entry(1, 'b'), entry(2, 'c')];
    const partsOf = (...messages: MessageEntry[]): unknown[] =>
      [json.of({ snapshot: snapshotOf(messages) })]
        .flat()
        .filter((part) => typeof part !== 'string');
    const bufferOf = (part: unknown): unknown => (part as Uint8Array).buffer;
    const first = partsOf(a, b);
    const second = partsOf(a, b, c);
    expect(second.slice(0, 2).map(bufferOf)).toEqual(first.map(bufferOf));
    expect(bufferOf(second[0])).toBe(bufferOf(first[0]));
    expect(bufferOf(second[1])).toBe(bufferOf(first[1]));
    const [replaced] = partsOf({ ...a }, b, c);
    expect(bufferOf(replaced)).not.toBe(bufferOf(first[0]));
    partsOf(c);
    const [back] = partsOf(b);
    expect(bufferOf(back)).not.toBe(bufferOf(first[1]));
    expect(bufferOf(partsOf(b)[0])).toBe(bufferOf(back));
    json.forget();
    expect(bufferOf(partsOf(b)[0])).not.toBe(bufferOf(back));
  });
});
