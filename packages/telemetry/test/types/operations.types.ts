import type { Operation, OperationName } from '@loop/events/trace';
import { anything, recorder, unknown, type Events } from './vocabulary.js';

// What is right compiles.
const tool = recorder.begin('tool', { toolName: 'read', args: { path: 'a' } });
tool.complete({ isError: false });
tool.complete({ isError: false, content: 'text' }, { runId: 'run-1' });
const ended = { isError: true };
tool.complete(ended);
const run = recorder.begin('run', { prompt: 'p' }, { operationId: 'run-1', runId: 'run-1' });
run.complete({ outcome: 'ok', turns: 1 });
run.complete({ outcome: 'cancelled', by: 'user' });
declare const outcome: Events['run.completed'];
run.complete(outcome);
const known: Operation<Events, 'tool'> = tool;
recorder.record('tool.completed', { isError: true }, { operationId: known.operationId });
recorder.record('tool.completed', ended, { operationId: 'call-1', runId: 'run-1' });

// Starts.
// @ts-expect-error
recorder.begin('tool', { toolName: 'read' });
// @ts-expect-error
recorder.begin('tool', { toolName: 1, args: { path: 'a' } });
// @ts-expect-error
recorder.begin('tool', { toolName: 'read', args: { path: 'a' }, extra: 1 });
const more = { toolName: 'read', args: { path: 'a' }, extra: 1 };
// @ts-expect-error
recorder.begin('tool', more);
// A nested field that is too much is seen in a literal only: a known limit for variables.
// @ts-expect-error
recorder.begin('tool', { toolName: 'read', args: { path: 'a', extra: 1 } });
// @ts-expect-error
recorder.begin('tool', { isError: false });
// @ts-expect-error
recorder.begin('tool', anything);
// @ts-expect-error
recorder.begin('tool', unknown);
// @ts-expect-error
recorder.begin('tool');
// @ts-expect-error
recorder.begin('tool', null);
// @ts-expect-error
recorder.begin('tool', []);

// Names: unknown, a point, an end, one of several, any text.
// @ts-expect-error
recorder.begin('tools', { toolName: 'read', args: { path: 'a' } });
// @ts-expect-error
recorder.begin('queue.changed', { size: 1 });
// @ts-expect-error
recorder.begin('tool.started', { toolName: 'read', args: { path: 'a' } });
declare const union: 'tool' | 'run';
// @ts-expect-error
recorder.begin(union, { prompt: 'p' });
// @ts-expect-error
recorder.begin(anything, { prompt: 'p' });
declare const text: string;
// @ts-expect-error
recorder.begin(text, { prompt: 'p' });
export function wrapped<Name extends OperationName<Events>>(
  name: Name,
  data: Events[`${Name}.started`],
): void {
  // @ts-expect-error
  recorder.begin(name, data);
}

// Ends.
// @ts-expect-error
tool.complete({});
// @ts-expect-error
tool.complete();
// @ts-expect-error
tool.complete({ isError: 'no' });
// @ts-expect-error
tool.complete({ isError: false, note: 'n' });
const noted = { isError: false, note: 'n' };
// @ts-expect-error
tool.complete(noted);
class Ended {
  isError = false;
  note = 'n';
}
// @ts-expect-error
tool.complete(new Ended());
// @ts-expect-error
tool.complete({ isError: false, content: undefined });
// @ts-expect-error
tool.complete(anything);
// @ts-expect-error
tool.complete(unknown);
// @ts-expect-error
tool.complete(null);
// @ts-expect-error
tool.complete({ toolName: 'read', args: { path: 'a' } });

// Ends of several variants.
// @ts-expect-error
run.complete({ outcome: 'failed' });
// @ts-expect-error
run.complete({ outcome: 'ok' });
// @ts-expect-error
run.complete({ outcome: 'cancelled', turns: 3 });
const mixed = { outcome: 'cancelled', by: 'user', turns: 3 } as const;
// @ts-expect-error
run.complete(mixed);
const widened = { outcome: 'ok', turns: 3 };
// @ts-expect-error
run.complete(widened);
declare const oneIsBad: { outcome: 'ok'; turns: number } | { outcome: 'cancelled' };
// @ts-expect-error
run.complete(oneIsBad);

// What was begun elsewhere ends by its id, and only by it.
// @ts-expect-error
recorder.record('tool.completed', { isError: true });
// @ts-expect-error
recorder.record('tool.completed', { isError: true }, { runId: 'run-1' });
// @ts-expect-error
recorder.record('tool.completed', { isError: true }, { operationId: undefined });
// @ts-expect-error
recorder.record('tool.completed', { isError: true, note: 'n' }, { operationId: 'call-1' });
// @ts-expect-error
recorder.record('tool.completed', noted, { operationId: 'call-1' });
// @ts-expect-error
recorder.record('tool.completed', {}, { operationId: 'call-1' });
// @ts-expect-error
recorder.record('tool.completed', anything, { operationId: 'call-1' });
// @ts-expect-error
recorder.record('tool.started', { toolName: 'r', args: { path: 'a' } }, { operationId: 'call-1' });
declare const ends: 'tool.completed' | 'save.completed';
// @ts-expect-error
recorder.record(ends, { isError: true }, { operationId: 'call-1' });
