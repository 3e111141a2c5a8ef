import { SessionEvents, type AnyEvent } from '@loop/events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DemoAgent, DemoAgentEvent } from '../../server/agent/demo-agent.js';
import { withToolTimes } from '../../server/sessions/tool-times.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a tool’s time is its own: without what somebody took to decide', async () => {
  let tell: (event: DemoAgentEvent) => void = () => {};
  const agent = {
    subscribe(listener: typeof tell) {
      tell = listener;
      return () => {};
    },
  } as unknown as DemoAgent;
  const events = new SessionEvents({ sessionId: 's' });
  const heard: AnyEvent[] = [];
  withToolTimes(agent, events).subscribe((event) => void heard.push(event));
  const call = { toolCallId: 'c', toolName: 'shell' };
  const end = { type: 'tool_execution_end', ...call, result: {}, isError: false } as DemoAgentEvent;

  tell({ type: 'tool_execution_start', ...call, args: {} });
  const asked = events.approvals.request({ kind: 'command', title: 'x', toolCallId: 'c' });
  vi.advanceTimersByTime(60_000);
  events.approvals.decide(events.approvals.pending[0]?.approvalId ?? '', { decision: 'allow' });
  await asked;
  vi.advanceTimersByTime(250);
  tell(end);
  tell(end);
  tell({ ...end, durationMs: 7 } as DemoAgentEvent);

  const durations = heard.slice(1).map((event) => Reflect.get(event, 'durationMs') as unknown);
  expect(durations).toEqual([250, undefined, 7]);
});
