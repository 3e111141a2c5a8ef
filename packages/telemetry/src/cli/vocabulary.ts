import { traceSchema } from '@loop/events/trace';
import type { Description } from '../export/fields.js';
import type { OperationNode } from '../read/operation-node.js';
import type { ReadRecord } from '../read/read-item.js';
import type { Vocabulary } from '../read/vocabulary.js';

// All that loop-trace knows of the events of a session. The package below knows no name.

type Fields = Readonly<Record<string, unknown>>;

export const vocabulary: Vocabulary = traceSchema;

/** What a run's time is spent on, by the names of its operations. */
export const buckets: Readonly<Record<string, string>> = {
  'model.request': 'model',
  tool: 'tool',
  approval: 'approval',
};

/** Tokens of a model request, as its provider counted them. */
export interface Tokens {
  input: number;
  output: number;
}

const RUN_ID_CHARS = 8;

/** An operation's name for people; of a run, with the start of its id, by which `--run` takes it. */
export function labelOf(node: OperationNode): string {
  const { label = node.name } = describe(node) ?? {};
  const isRun = node.name === 'run' && node.runId !== undefined;
  return isRun ? `${label} ${node.runId?.slice(0, RUN_ID_CHARS)}` : label;
}

/** Names an operation for people, and for tools that know the GenAI conventions. */
export function describe(node: OperationNode): Description | undefined {
  const data: Fields = { ...node.started?.data, ...node.completed?.data };
  const tool = textOf(data, 'toolName');
  if (node.name === 'tool' || node.name === 'tool.nested') {
    const call = textOf(data, 'toolCallId');
    return {
      label: labelled(node.name, tool),
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.call.id': call,
      },
    };
  }
  if (node.name === 'approval') return { label: labelled(node.name, tool) };
  return node.name === 'model.request' ? describeRequest(node, data) : undefined;
}

function describeRequest(node: OperationNode, data: Fields): Description {
  const model = textOf(data, 'model');
  const tokens = tokensOf(node);
  const stopReason = textOf(data, 'stopReason');
  return {
    label: labelled(node.name, textOf(data, 'purpose'), model),
    isRemote: true,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': model,
      'gen_ai.provider.name': textOf(data, 'provider'),
      'gen_ai.response.id': textOf(data, 'responseId'),
      'gen_ai.response.finish_reasons': stopReason === undefined ? undefined : [stopReason],
      'gen_ai.usage.input_tokens': tokens?.input,
      'gen_ai.usage.output_tokens': tokens?.output,
    },
  };
}

/** `undefined` where the end tells of no tokens. */
export function tokensOf({ completed }: OperationNode): Tokens | undefined {
  const usage = completed?.data['usage'];
  if (typeof usage !== 'object' || usage === null) return undefined;
  const input = firstNumber(usage, ['input', 'inputTokens', 'input_tokens', 'prompt_tokens']);
  const output = firstNumber(usage, [
    'output',
    'outputTokens',
    'output_tokens',
    'completion_tokens',
  ]);
  if (input === undefined && output === undefined) return undefined;
  return { input: input ?? 0, output: output ?? 0 };
}

/** Numbers that are worth a curve. */
export function counters({ name, data }: ReadRecord): Record<string, number> | undefined {
  if (name === 'context.budget.updated') {
    const { tokens } = data;
    return typeof tokens === 'number' ? { 'context tokens': tokens } : undefined;
  }
  if (name !== 'queue.changed') return undefined;
  const length = lengthOf(data['items']);
  return length === undefined ? undefined : { 'queued inputs': length };
}

/** Also of a list that metadata mode has left out: its length is told. */
function lengthOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null) return undefined;
  const omitted = (value as Fields)['$omitted'];
  const size = typeof omitted === 'object' && omitted !== null ? (omitted as Fields)['size'] : 0;
  return typeof size === 'number' ? size : undefined;
}

function firstNumber(fields: object, names: readonly string[]): number | undefined {
  const values = names.map((name) => (fields as Fields)[name]);
  return values.find((value) => typeof value === 'number');
}

function textOf(data: Fields, field: string): string | undefined {
  const value = data[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function labelled(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' ');
}
