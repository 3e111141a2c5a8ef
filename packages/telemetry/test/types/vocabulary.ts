import {
  defineTraceSchema,
  event,
  operation,
  type EventsOf,
  type Recorder,
} from '@loop/events/trace';

const declarations = {
  'queue.changed': event<{ size: number; reason?: 'steer' | 'follow-up' }>('The queue changed.'),
  'agent.settled': event<{ status: 'idle' | 'error' }>('The agent settled.'),
  'session.detached': event<Record<never, never>>('Released: there is nothing to say.'),
  'policy.resolved': event<{ kind: 'allowed' } | { kind: 'denied'; rule: string }>('A policy.'),
  tool: operation(
    event<{ toolName: string; args: { path: string } }>('A tool starts.'),
    event<{ isError: boolean; content?: string }>('A tool ends.'),
  ),
  run: operation(
    event<{ prompt: string }>('A run starts.'),
    event<{ outcome: 'ok'; turns: number } | { outcome: 'cancelled'; by: string }>('A run ends.'),
  ),
  save: operation(
    event<{ saveId: string }>('A save starts.'),
    event<{ saveId: string; bytes: number }>('A save ends.'),
    { id: 'saveId' },
  ),
};

/** Compiled, never run: each error that is expected is one that a caller would make. */
export const schema = defineTraceSchema({ name: 'test', version: 1, events: declarations });
export type Events = EventsOf<typeof schema>;
export declare const recorder: Recorder<Events>;
// oxlint-disable-next-line typescript/no-explicit-any -- what a caller should not get away with
export declare const anything: any;
export declare const unknown: unknown;

/** Of a vocabulary whose payload has any names. */
export declare const labels: Recorder<{ 'labels.changed': Record<string, string> }>;
