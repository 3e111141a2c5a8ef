import type { AnyEvent, QueueChanged } from '@loop/events';
import { describe, expect, test, vi } from 'vitest';
import { attachAgent } from '../src/attach-agent.js';
import { QueueIds } from '../src/queue/queue-ids.js';
import { translate } from '../src/translate.js';
import { FakeAgent } from './fake-agent.js';
import { eventsOf, fixtureNames, readFixture } from './fixtures.js';
import { observedSession, type ObservedSession } from './observed-session.js';

const RENAMED: Record<string, string> = {
  queue_update: 'queue_changed',
  session_info_changed: 'session_title',
};

/** Sends a recording through a bridge. Each prompt waits for the run before it, as a person does. */
async function replay(name: string): Promise<ObservedSession> {
  const observed = observedSession();
  const agent = new FakeAgent();
  attachAgent(agent, observed.session, { onError: (error) => expect.unreachable(String(error)) });
  const settled = () => vi.waitFor(() => expect(observed.session.activeRunId).toBeNull());
  for (const { event, mark, streamingBehavior } of readFixture(name)) {
    if (mark === 'prompt' && streamingBehavior === undefined) await settled();
    if (event) agent.emit({ ...event });
  }
  await settled();
  return observed;
}

/** Runs in a recording: agent starts that do not go on with a retry. */
function runsIn(events: AnyEvent[]): number {
  let retries = false;
  return events.filter(({ type }) => {
    if (type === 'auto_retry_start') retries = true;
    if (type !== 'agent_start') return false;
    const isRun = !retries;
    retries = false;
    return isRun;
  }).length;
}

describe.each(fixtureNames)('%s', (name) => {
  const recorded = eventsOf(name);

  test('keeps every event and its place; two have another name', () => {
    const queue = new QueueIds();
    const translated = recorded.map((event) => translate(event, queue));
    expect(translated.map(({ type }) => type)).toEqual(
      recorded.map(({ type }) => RENAMED[type] ?? type),
    );
    translated.forEach((event, at) => {
      if (RENAMED[recorded[at]?.type ?? ''] === undefined) expect(event).toBe(recorded[at]);
    });
  });

  test('passes through a session, every run settled once, after its last event', async () => {
    const { session, events, types } = await replay(name);
    const forwarded = recorded
      .filter(({ type }) => !['turn_end', 'agent_end', 'agent_settled'].includes(type))
      .map(({ type }) => RENAMED[type] ?? type);
    expect(types().filter((type) => type !== 'agent_settled')).toEqual(forwarded);
    expect(types().filter((type) => type === 'agent_settled')).toHaveLength(runsIn(recorded));
    expect(session.snapshot().state.run).toEqual({ status: 'idle' });
    expect(session.snapshot().messages.every((entry) => entry.status === 'complete')).toBe(true);
    expect(events().at(-1)?.type).toBe(
      name === 'session-state-changes' ? 'bash_execution_update' : 'agent_settled',
    );
  });
});

describe('queues', () => {
  test.each(['session-queue-steer-followup', 'v074-queue'])(
    '%s: an input keeps its id from its arrival until it runs',
    async (name) => {
      const { ofType } = await replay(name);
      const changes = ofType<QueueChanged>('queue_changed');
      const full = changes[3]?.items ?? [];
      expect(full.map(({ mode, text }) => [mode, text])).toEqual([
        ['steer', 'Use tabs'],
        ['steer', 'Also rename'],
        ['follow-up', 'Then summarise'],
        ['follow-up', 'Then stop'],
      ]);
      const ids = full.map(({ inputId }) => inputId);
      expect(new Set(ids).size).toBe(4);
      expect(changes.map(({ items }) => items.map(({ inputId }) => inputId))).toEqual([
        ids.slice(0, 1),
        ids.slice(0, 2),
        ids.slice(0, 3),
        ids,
        ids.slice(1),
        ids.slice(2),
        ids.slice(3),
        [],
      ]);
      expect(changes.map(({ consumed }) => consumed)).toEqual([
        ...[undefined, undefined, undefined, undefined],
        ...ids,
      ]);
    },
  );

  test('a queue that is cleared is empty; nothing was consumed', async () => {
    const { ofType } = await replay('session-queue-clear-on-abort');
    const changes = ofType<QueueChanged>('queue_changed');
    expect(changes.map(({ items }) => items.length)).toEqual([1, 2, 0]);
    expect(changes.every(({ consumed }) => consumed === undefined)).toBe(true);
  });
});

test('a name becomes a title', async () => {
  const { session } = await replay('session-state-changes');
  expect(session.snapshot().state.title).toEqual({ title: 'Rename me', status: 'ready' });
});

test('attempts of one run stay one run', async () => {
  const { frames } = await replay('session-retry-then-ok');
  const runIds = frames.flatMap((frame) => (frame.type === 'loop.event' ? [frame.runId] : []));
  expect(new Set(runIds).size).toBe(1);
});
