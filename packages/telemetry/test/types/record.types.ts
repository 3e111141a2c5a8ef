import type { PointName, Recorder } from '@loop/events/trace';
import { anything, labels, recorder, unknown, type Events } from './vocabulary.js';

// What is right compiles: literals, variables, every variant, with and without a scope.
recorder.record('queue.changed', { size: 1 });
recorder.record('queue.changed', { size: 1, reason: 'steer' }, { runId: 'run-1' });
recorder.record('queue.changed', { size: 1 }, { runId: null, operationId: undefined });
recorder.record('session.detached', {});
labels.record('labels.changed', { any: 'name', other: 'name' });
recorder.record('policy.resolved', { kind: 'allowed' });
recorder.record('policy.resolved', { kind: 'denied', rule: 'r' });
const right = { size: 1 };
recorder.record('queue.changed', right);
const narrow = { size: 1, reason: 'follow-up' } as const;
recorder.record('queue.changed', narrow);
class Size {
  size = 1;
}
recorder.record('queue.changed', new Size());
declare const either: Events['policy.resolved'];
recorder.record('policy.resolved', either);
declare const names: Record<string, string>;
labels.record('labels.changed', names);
// @ts-expect-error
labels.record('labels.changed', { any: 1 });

// Known limits, as Recorder's documentation has them: nothing in TypeScript sees these.
const typed: Events['queue.changed'] = Object.assign({ size: 1 }, { extra: true });
recorder.record('queue.changed', typed);
const nested = { toolName: 'read', args: { path: 'a', extra: true } };
recorder.begin('tool', nested);
recorder.record(anything, { size: 1 });

// Missing, wrong, another word than those there are.
// @ts-expect-error
recorder.record('queue.changed', {});
// @ts-expect-error
recorder.record('queue.changed', { reason: 'steer' });
// @ts-expect-error
recorder.record('queue.changed', { size: '1' });
// @ts-expect-error
recorder.record('agent.settled', { status: 'done' });
const widened = { status: 'idle' };
// @ts-expect-error
recorder.record('agent.settled', widened);
// @ts-expect-error
recorder.record('policy.resolved', { kind: 'denied' });

// Too much: in a literal, a variable, an instance, where nothing at all is expected.
// @ts-expect-error
recorder.record('queue.changed', { size: 1, extra: true });
const extra = { size: 1, extra: true };
// @ts-expect-error
recorder.record('queue.changed', extra);
const constant = { size: 1, extra: true } as const;
// @ts-expect-error
recorder.record('queue.changed', constant);
class Sized {
  size = 1;
  unit = 'bytes';
}
// @ts-expect-error
recorder.record('queue.changed', new Sized());
const symbol = Symbol('key');
const withSymbol = { size: 1, [symbol]: 1 };
// @ts-expect-error
recorder.record('queue.changed', withSymbol);
// @ts-expect-error
recorder.record('session.detached', { extra: 1 });
const notEmpty = { extra: 1 };
// @ts-expect-error
recorder.record('session.detached', notEmpty);

// `undefined` is no way to leave a field out.
// @ts-expect-error
recorder.record('queue.changed', { size: 1, reason: undefined });
const leftOut = { size: 1, reason: undefined };
// @ts-expect-error
recorder.record('queue.changed', leftOut);
// @ts-expect-error
recorder.record('queue.changed', { size: undefined });

// Names: unknown, one of several, any text, the root or an end of a pair.
// @ts-expect-error
recorder.record('queue.change', { size: 1 });
declare const union: 'queue.changed' | 'agent.settled';
// @ts-expect-error
recorder.record(union, { size: 1 });
declare const text: string;
// @ts-expect-error
recorder.record(text, { size: 1 });
// @ts-expect-error
recorder.record(unknown, { size: 1 });
// @ts-expect-error
recorder.record('tool', { toolName: 'read', args: { path: 'a' } });
// @ts-expect-error
recorder.record('tool.started', { toolName: 'read', args: { path: 'a' } });

// Payloads that are none, or that nobody knows.
// @ts-expect-error
recorder.record('queue.changed', anything);
// @ts-expect-error
recorder.record('queue.changed', unknown);
// @ts-expect-error
recorder.record('queue.changed', null);
// @ts-expect-error
recorder.record('queue.changed', undefined);
// @ts-expect-error
recorder.record('queue.changed');
// @ts-expect-error
recorder.record('queue.changed', []);
// @ts-expect-error
recorder.record('queue.changed', 1);
// @ts-expect-error
recorder.record('session.detached', [1]);
// @ts-expect-error
recorder.record('session.detached', 'text');
// @ts-expect-error
recorder.record('session.detached', 1);
// @ts-expect-error
recorder.record('session.detached', null);
// @ts-expect-error
recorder.record('session.detached', anything);
declare const indexed: { [key: string]: number };
// @ts-expect-error
recorder.record('queue.changed', indexed);
// @ts-expect-error
recorder.record('session.detached', indexed);
declare const indexedToo: { size: number; [key: string]: number };
// @ts-expect-error
recorder.record('queue.changed', indexedToo);

// Variants: a mixture, a union with one that does not fit.
const mixed = { kind: 'allowed', rule: 'r' } as const;
// @ts-expect-error
recorder.record('policy.resolved', mixed);
declare const oneIsBad: { kind: 'allowed' } | { kind: 'denied' };
// @ts-expect-error
recorder.record('policy.resolved', oneIsBad);
declare const oneIsMore: { size: number } | { size: number; extra: boolean };
// @ts-expect-error
recorder.record('queue.changed', oneIsMore);

// A name that a function takes as its own parameter may be any of them.
export function wrapped<Name extends PointName<Events>>(name: Name, data: Events[Name]): void {
  // @ts-expect-error
  recorder.record(name, data);
}

// C-044: a name that may be one of several is narrowed first.
declare const started: { size: number } & { status: 'idle' };
export function narrowed(name: 'queue.changed' | 'agent.settled', to: Recorder<Events>): void {
  // @ts-expect-error
  to.record(name, started);
  if (name === 'agent.settled') to.record(name, { status: 'idle' });
  else to.record(name, { size: 1 });
}

// A scope has its fields, and no others.
// @ts-expect-error
recorder.record('queue.changed', { size: 1 }, { run: 'run-1' });
// @ts-expect-error
recorder.record('queue.changed', { size: 1 }, { runId: 1 });
// @ts-expect-error
recorder.record('queue.changed', { size: 1 }, { parentOperationId: null });
