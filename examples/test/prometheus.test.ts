import { ListEvents, SessionEvents } from '@loop/events';
import { expect, it } from 'vitest';
import { createMetrics } from '../prometheus/metrics.js';

const sink = { write: () => true, pendingBytes: () => 0, end: () => {}, destroy: () => {} };

it('sums up streams by kind, and no counter falls when one is disposed of', () => {
  const metrics = createMetrics();
  const lists = new ListEvents();
  const sessions = ['a', 'b'].map((sessionId) => new SessionEvents({ sessionId, maxFrames: 1 }));
  metrics.watch('lists', lists);
  for (const session of sessions) {
    metrics.watch('session', session);
    session.append({ role: 'user', content: 'hello' });
    session.connect(sink, { cursor: `${session.streamId}:1` });
    session.connect(sink).close();
  }
  lists.sessionsChanged('w');

  const before = metrics.render();
  expect(value(before, 'loop_frames_published_total{stream="session"}')).toBe(4);
  expect(value(before, 'loop_frames_published_total{stream="lists"}')).toBe(1);
  expect(value(before, 'loop_connections{stream="session"}')).toBe(2);
  expect(value(before, 'loop_connections_closed_total{stream="session",reason="client"}')).toBe(2);
  expect(value(before, 'loop_frames_evicted_total{stream="session",limit="frames"}')).toBe(2);
  expect(value(before, 'loop_connections_opened_total{stream="session",opening="replay"}')).toBe(2);

  sessions[0]?.dispose();
  const after = metrics.render();
  expect(value(after, 'loop_streams{stream="session"}')).toBe(1);
  expect(value(after, 'loop_connections{stream="session"}')).toBe(1);
  expect(value(after, 'loop_frames_published_total{stream="session"}')).toBe(4);
  expect(value(after, 'loop_connections_closed_total{stream="session",reason="disposed"}')).toBe(1);
});

it('is text that Prometheus reads', () => {
  const metrics = createMetrics();
  metrics.watch('lists', new ListEvents());
  for (const line of metrics.render().trimEnd().split('\n')) {
    expect(line).toMatch(
      /^(# (HELP|TYPE) loop_[a-z_]+ .+|loop_[a-z_]+\{([a-z]+="[a-z-]+",?)+\} \d+)$/,
    );
  }
});

function value(text: string, name: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}
