import { describeOperation, traceSchema } from '@loop/events/trace';
import type { OperationNode } from '../read/operation-node.js';
import type { Vocabulary } from '../read/vocabulary.js';

// With what @loop/events/trace says of it, all that loop-trace knows of the events of a session.
// The package below knows no name.

export const vocabulary: Vocabulary = traceSchema;

/** What a run's time is spent on, by the names of its operations. */
export const buckets: Readonly<Record<string, string>> = {
  'model.request': 'model',
  tool: 'tool',
  approval: 'approval',
};

const RUN_ID_CHARS = 8;

/** An operation's name for people; of a run, with the start of its id, by which `--run` takes it. */
export function labelOf(node: OperationNode): string {
  const { label = node.name } = describeOperation(node) ?? {};
  const isRun = node.name === 'run' && node.runId !== undefined;
  return isRun ? `${label} ${node.runId?.slice(0, RUN_ID_CHARS)}` : label;
}
