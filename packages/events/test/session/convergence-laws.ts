import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SessionEvents } from '@loop/events';
import { checkConvergence, recordSession } from '@loop/events/testing';
import { anySteps, completeSteps, play } from './scenario.js';

const rounds = fc.integer({ min: 1, max: 4 });
const form = fc.constantFrom('native' as const, 'delta' as const);

/** The laws of DESIGN section 3, over `numRuns` generated sessions each. */
export function convergenceLaws(numRuns: number, timeoutMs: number): void {
  it(
    'converges at every cut, whatever happens in whatever order',
    () => {
      fc.assert(
        fc.property(anySteps, form, rounds, (steps, messageUpdates, count) => {
          const options = { messageUpdates, rounds: count };
          checkConvergence(recordSession((session) => play(session, steps), options));
        }),
        { numRuns },
      );
    },
    timeoutMs,
  );

  it(
    'goes on after save and reload as if nothing had happened but an interruption',
    () => {
      fc.assert(
        fc.property(anySteps, anySteps, form, (before, after, messageUpdates) => {
          const first = new SessionEvents({ sessionId: 'recorded', messageUpdates });
          play(first, before);
          const saved = JSON.parse(JSON.stringify(first.save()));
          const second = new SessionEvents({ sessionId: 'recorded', messageUpdates, saved });
          const { messages, tools, state } = second.snapshot();
          expect(messages.some(({ status }) => status === 'streaming')).toBe(false);
          expect(tools.every(({ status }) => status !== 'running')).toBe(true);
          expect(state.run.status).toBe('idle');
          expect(second.snapshot().messageCount).toBe(first.snapshot().messageCount);
          checkConvergence(
            recordSession((session) => play(session, after), { messageUpdates, saved }),
          );
        }),
        { numRuns },
      );
    },
    timeoutMs,
  );

  it(
    'is the same in both forms wherever no message is open',
    () => {
      fc.assert(
        fc.property(completeSteps, (steps) => {
          const [native, delta] = (['native', 'delta'] as const).map((messageUpdates) =>
            recordSession((session) => play(session, steps), { messageUpdates }).snapshots.filter(
              ({ messages }) => messages.every(({ status }) => status !== 'streaming'),
            ),
          );
          expect(delta?.length).toBe(native?.length);
          delta?.forEach(({ messages, tools }, at) => {
            expect(JSON.parse(withoutRuns({ messages, tools }))).toEqual(
              JSON.parse(
                withoutRuns({ messages: native?.[at]?.messages, tools: native?.[at]?.tools }),
              ),
            );
          });
        }),
        { numRuns },
      );
    },
    timeoutMs,
  );

  it(
    'never shows content twice, and no open thing without an active run after settlement',
    () => {
      fc.assert(
        fc.property(anySteps, (steps) => {
          const { snapshots, frames } = recordSession((session) => play(session, steps), {
            rounds: 100,
          });
          for (const { messages, tools } of snapshots) {
            const texts = JSON.stringify([messages, tools]).match(/"text":"result [^"]*"/g) ?? [];
            expect(texts.length).toBeLessThanOrEqual(2 * new Set(texts).size);
          }
          for (const frame of frames) {
            if (frame.type !== 'loop.event' || frame.event.type !== 'agent_settled') continue;
            const after = snapshots[frame.seq];
            expect(after?.state.run).toEqual({ status: 'idle' });
            expect(after?.messages.some(({ status }) => status === 'streaming')).toBe(false);
          }
        }),
        { numRuns },
      );
    },
    timeoutMs,
  );
}

function withoutRuns(value: unknown): string {
  return JSON.stringify(value, (key, item: unknown) => (key === 'runId' ? undefined : item));
}
