import { readdirSync, readFileSync } from 'node:fs';
import { SessionEvents, type AnyEvent } from '@loop/events';
import { traceSchema, traceSession, type CaptureMode } from '@loop/events/trace';
import {
  createMemoryStorage,
  foldOperations,
  readRecording,
  startRecording,
  type ReadItem,
  type ReadRecord,
} from '@loop/telemetry';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../../../fixtures/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => file.slice(0, -'.jsonl'.length));

function eventsOf(name: string): AnyEvent[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.flatMap((line) => (JSON.parse(line) as { event?: AnyEvent }).event ?? []);
}

/** The stream as a session publishes it, recorded, and read back from what was stored. */
async function recorded(events: readonly AnyEvent[], mode: CaptureMode) {
  const storage = createMemoryStorage();
  const recording = await startRecording({
    ...{ storage, mode, schema: traceSchema },
    sessionId: '0d7cbd53-5a0c-4b0e-9d0f-1c7a5b7a9a11',
  });
  const session = new SessionEvents({ sessionId: 's', messageUpdates: 'delta' });
  const stop = traceSession(session, recording.recorder);
  for (const event of events) {
    if (event.type === 'agent_start' && session.activeRunId === null) {
      session.accept({ requestId: crypto.randomUUID(), runId: crypto.randomUUID() });
    }
    session.publish(event);
  }
  session.settle();
  stop();
  expect(await recording.close()).toEqual({ ok: true });
  const items: ReadItem[] = [];
  const segments = storage.segments.map(({ name: segment, text }) => ({
    name: segment,
    read: () => bytesOf(text),
  }));
  for await (const item of readRecording(segments, { schema: traceSchema })) items.push(item);
  const records = items.flatMap((item) => (item.type === 'record' ? [item.record] : []));
  return { items, records, text: storage.segments.map(({ text }) => text).join('') };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

describe.each(names)('%s', (name) => {
  it.each(['metadata', 'content', 'stream'] as const)('in mode %s: lifetimes', async (mode) => {
    const { items, records, text } = await recorded(eventsOf(name), mode);
    expect(items.filter(({ type }) => type === 'problem' || type === 'gap')).toEqual([]);
    expect(text).not.toContain('"partial"');
    const tree = await foldOperations(items, { schema: traceSchema });
    const operations = [...tree.byId.values()].flat();
    expect(operations.filter(({ status }) => status !== 'complete')).toEqual([]);
    expect(operations.filter(({ isParentMissing }) => isParentMissing)).toEqual([]);
    for (const { name: root, parentOperationId = '', started } of operations) {
      const parents = tree.byId.get(parentOperationId) ?? [];
      const within = started?.data['parentToolCallId'] === undefined ? 'run' : 'tool';
      expect(parents.map((parent) => parent.name)).toEqual(root === 'run' ? [] : [within]);
    }
    const ends = eventsOf(name).filter(({ type }) => type === 'tool_execution_end');
    const outcomes = operations.filter(({ name: root }) => root === 'tool');
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(
      ends.map((end) => (Reflect.get(end, 'isError') === true ? 'error' : 'ok')).sort(),
    );
    const pieces = named(records, 'model.stream.received');
    const updates = eventsOf(name).filter(({ type }) => type === 'message_update');
    expect(pieces).toHaveLength(mode === 'stream' ? updates.length : 0);
  });
});

it('a message of 200 KB in 2,000 updates: one record, or as many, never four times its text', async () => {
  const text = 'All that grows is sent again and again, unless somebody takes care. '.repeat(3_000);
  const step = Math.ceil(text.length / 2_000);
  const events: AnyEvent[] = [{ type: 'agent_start' }, assistant('message_start', '')];
  for (let at = 0; at < text.length; at += step) {
    events.push(update(text.slice(at, at + step), text.slice(0, at + step)));
  }
  events.push(assistant('message_end', text));
  const content = await recorded(events, 'content');
  expect(named(content.records, 'message.completed')).toHaveLength(1);
  expect(named(content.records, 'message.started')).toEqual([]);
  const stream = await recorded(events, 'stream');
  const pieces = named(stream.records, 'model.stream.received');
  expect(pieces).toHaveLength(2_000);
  expect(pieces.map(({ data }) => data['delta']).join('')).toBe(text);
  const lines = stream.text.split('\n').filter((line) => line.includes('"model.stream.received"'));
  expect(lines.join('\n').length).toBeLessThan(4 * text.length);
  expect(stream.text).not.toContain('"partial"');
});

function assistant(type: 'message_start' | 'message_end', text: string): AnyEvent {
  return { type, message: { role: 'assistant', content: [{ type: 'text', text }] } } as AnyEvent;
}

function update(delta: string, soFar: string): AnyEvent {
  const { message: partial } = assistant('message_end', soFar) as unknown as { message: object };
  const assistantMessageEvent = { type: 'text_delta', contentIndex: 0, delta, partial };
  return { type: 'message_update', message: partial, assistantMessageEvent } as AnyEvent;
}

function named(records: readonly ReadRecord[], name: string): ReadRecord[] {
  return records.filter((record) => record.name === name);
}
