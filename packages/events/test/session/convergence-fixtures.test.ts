import { describe, expect, it } from 'vitest';
import { SessionEvents } from '@loop/events';
import { checkConvergence, recordSession } from '@loop/events/testing';
import { fixtureNames, readFixture } from '../fixtures.js';
import { drive } from '../drive.js';
import { isInBrowser } from '../runs.js';

describe.each(fixtureNames)('%s', (name) => {
  const events = readFixture(name);
  // The cost is quadratic, and the engine is Node's.
  const beginning = isInBrowser ? events.slice(0, 50) : events;

  it.each(['native', 'delta'] as const)('converges at every cut, %s form', (messageUpdates) => {
    const recording = recordSession((session) => drive(session, beginning), { messageUpdates });
    expect(recording.frames.length).toBeGreaterThan(beginning.length / 2);
    checkConvergence(recording, { stride: recording.frames.length > 150 ? 16 : 1 });
  });

  it('is the same in both forms wherever no message is open', () => {
    const forms = (['native', 'delta'] as const).map((messageUpdates) =>
      recordSession((session) => drive(session, events), { messageUpdates }),
    );
    const [native, delta] = forms.map(({ snapshots }) =>
      snapshots.filter(({ messages }) => messages.every(({ status }) => status !== 'streaming')),
    );
    expect(native?.length).toBeGreaterThan(3);
    expect(withoutRuns(delta)).toEqual(withoutRuns(native));
  });

  it('is idle in the end, and survives save and reload', () => {
    const session = new SessionEvents({ sessionId: name });
    drive(session, events);
    const reloaded = new SessionEvents({
      sessionId: name,
      saved: JSON.parse(JSON.stringify(session.save())),
    });
    const snapshot = session.snapshot();
    expect(snapshot.state.run).toEqual({ status: 'idle' });
    expect(snapshot.tools.every(({ status }) => status === 'complete' || status === 'error')).toBe(
      true,
    );
    expect(reloaded.snapshot()).toEqual(snapshot);
    expect(reloaded.streamId).not.toBe(session.streamId);
  });
});

/** Runs that the session itself begins have random ids and times. */
function withoutRuns(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, item: unknown) =>
      key === 'runId' || key === 'acceptedAt' ? undefined : item,
    ),
  );
}
