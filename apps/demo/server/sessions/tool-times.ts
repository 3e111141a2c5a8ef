import type { DemoAgent, DemoAgentEvent } from '../agent/demo-agent.js';

/**
 * The same agent, whose tools' ends say how long they took. pi 0.74 does not tell; what a later one
 * tells stays.
 */
export function withToolTimes(agent: DemoAgent): DemoAgent {
  return {
    ...agent,
    subscribe(listener) {
      const startedAt = new Map<string, number>();
      return agent.subscribe((event) => listener(timed(event, startedAt)));
    },
  };
}

function timed(event: DemoAgentEvent, startedAt: Map<string, number>): DemoAgentEvent {
  if (event.type === 'tool_execution_start') startedAt.set(event.toolCallId, performance.now());
  if (event.type !== 'tool_execution_end') return event;
  const start = startedAt.get(event.toolCallId);
  startedAt.delete(event.toolCallId);
  if (start === undefined) return event;
  return { ...{ durationMs: Math.round(performance.now() - start) }, ...event };
}
