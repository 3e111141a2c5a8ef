import type { ApprovalResolved, SessionEvents } from '@loop/events';
import type { DemoAgent, DemoAgentEvent } from '../agent/demo-agent.js';

/**
 * The same agent, whose tools' ends say how long they took, less the time that people took to
 * decide. pi 0.74 does not tell; what a later one tells stays.
 *
 * @param events where the decisions are told.
 */
export function withToolTimes(agent: DemoAgent, events: Pick<SessionEvents, 'onEvent'>): DemoAgent {
  const startedAt = new Map<string, number>();
  events.onEvent(({ event }) => {
    if (event.type !== 'approval_resolved') return;
    const { toolCallId = '', waitedMs } = event as ApprovalResolved;
    const start = startedAt.get(toolCallId);
    if (start !== undefined) startedAt.set(toolCallId, start + waitedMs);
  });
  return {
    ...agent,
    subscribe: (listener) => agent.subscribe((event) => listener(timed(event, startedAt))),
  };
}

function timed(event: DemoAgentEvent, startedAt: Map<string, number>): DemoAgentEvent {
  if (event.type === 'tool_execution_start') startedAt.set(event.toolCallId, performance.now());
  if (event.type !== 'tool_execution_end') return event;
  const start = startedAt.get(event.toolCallId);
  startedAt.delete(event.toolCallId);
  if (start === undefined) return event;
  // Two clocks: a wait may come out longer than all of it.
  return { ...{ durationMs: Math.max(Math.round(performance.now() - start), 0) }, ...event };
}
