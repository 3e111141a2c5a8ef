import type { Observation } from '@loop/events/trace';
import { anything, recorder, unknown, type Events } from './vocabulary.js';

// Whole objects, narrowed or not, once: C-044.
recorder.observe({ type: 'agent.settled', status: 'idle' });
recorder.observe({ type: 'tool.completed', isError: false }, { operationId: 'call-1' });
recorder.observe({ type: 'save.started', saveId: 's' });
recorder.observe({ type: 'policy.resolved', kind: 'denied', rule: 'r' });
recorder.observe({ type: 'session.detached' });
interface SaveStarted {
  type: 'save.started';
  saveId: string;
}
interface SaveCompleted {
  type: 'save.completed';
  saveId: string;
  bytes: number;
}
declare const save: SaveStarted | SaveCompleted;
recorder.observe(save);
declare const observation: Observation<Events>;
recorder.observe(observation);
const settled = { type: 'agent.settled', status: 'error' } as const;
recorder.observe(settled);

// One type's name with another's payload.
// @ts-expect-error
recorder.observe({ type: 'agent.settled', size: 1 });
const swapped = { type: 'save.started', isError: false } as const;
// @ts-expect-error
recorder.observe(swapped);
declare const oneIsBad: SaveStarted | { type: 'save.completed'; saveId: string };
// @ts-expect-error
recorder.observe(oneIsBad);

// Missing, wrong, too much.
// @ts-expect-error
recorder.observe({ type: 'agent.settled' });
// @ts-expect-error
recorder.observe({ type: 'agent.settled', status: 'done' });
// @ts-expect-error
recorder.observe({ type: 'agent.settled', status: 'idle', extra: 1 });
const extra = { type: 'agent.settled', status: 'idle', extra: 1 } as const;
// @ts-expect-error
recorder.observe(extra);
class Settled {
  readonly type = 'agent.settled';
  readonly status = 'idle';
  readonly extra = 1;
}
// @ts-expect-error
recorder.observe(new Settled());
declare const oneIsMore: SaveStarted | (SaveCompleted & { note: string });
// @ts-expect-error
recorder.observe(oneIsMore);
// @ts-expect-error
recorder.observe({ type: 'policy.resolved', kind: 'allowed', rule: 'r' });

// A type that is none, is not there, or may be anything.
// @ts-expect-error
recorder.observe({ type: 'no.such', status: 'idle' });
// @ts-expect-error
recorder.observe({ status: 'idle' });
// @ts-expect-error
recorder.observe({ type: 'tool', toolName: 'read' });
const widened = { type: 'agent.settled', status: 'idle' };
// @ts-expect-error
recorder.observe(widened);
// @ts-expect-error
recorder.observe(anything);
// @ts-expect-error
recorder.observe(unknown);
// @ts-expect-error
recorder.observe(null);
// @ts-expect-error
recorder.observe();
// @ts-expect-error
recorder.observe([]);
// @ts-expect-error
recorder.observe('agent.settled');
declare const indexed: { [key: string]: string };
// @ts-expect-error
recorder.observe(indexed);
