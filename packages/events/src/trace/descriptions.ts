import { expected, hasField } from '../expect.js';

// What our vocabulary can say of what was recorded with it: for viewers and exports, which know no
// name themselves. Payloads may come from any version and may be damaged, so nothing is taken for
// granted of them.

type Fields = Readonly<Record<string, unknown>>;

/** What describing uses of an operation: its name and its ends, as far as they are there. */
export interface DescribableOperation {
  readonly name: string;
  readonly started?: { readonly data: Fields };
  readonly completed?: { readonly data: Fields };
}

/** What can be said of an operation beside its name. It holds no content. */
export interface OperationDescription {
  /** Its name for people, such as `tool shell`. */
  label?: string;
  /** It asks a service elsewhere, and waits for the answer. */
  isRemote?: boolean;
  /** In the words of OpenTelemetry's conventions for generative AI; what is unknown is `undefined`. */
  attributes?: Readonly<Record<string, unknown>>;
}

/** Tokens of a model request, as its provider counted them. */
export interface RequestTokens {
  input: number;
  output: number;
}

/**
 * Describes an operation of `traceSchema`; `undefined` where its name says all.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function describeOperation(
  operation: DescribableOperation,
): OperationDescription | undefined {
  checkNamed(operation);
  const { name, started, completed } = operation;
  const data: Fields = { ...started?.data, ...completed?.data };
  const tool = textOf(data, 'toolName');
  switch (name) {
    case 'tool':
    case 'tool.nested':
      return {
        label: labelled(name, tool),
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': tool,
          'gen_ai.tool.call.id': textOf(data, 'toolCallId'),
        },
      };
    case 'approval':
      return { label: labelled(name, tool) };
    case 'model.request':
      return describeRequest(operation, data);
    default:
      return undefined;
  }
}

function describeRequest(operation: DescribableOperation, data: Fields): OperationDescription {
  const model = textOf(data, 'model');
  const tokens = requestTokens(operation);
  const stopReason = textOf(data, 'stopReason');
  return {
    label: labelled(operation.name, textOf(data, 'purpose'), model),
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

/**
 * Tokens of a model request, whatever its provider calls them; `undefined` where its end tells of
 * none.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function requestTokens(operation: DescribableOperation): RequestTokens | undefined {
  checkNamed(operation);
  const usage = operation.completed?.data['usage'];
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

/**
 * Numbers in a record that are worth a curve, by the curve's name.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function recordCounters(record: {
  readonly name: string;
  readonly data: Fields;
}): Record<string, number> | undefined {
  checkNamed(record);
  const { name, data } = record;
  if (name === 'context.budget.updated') {
    const { tokens } = data;
    return typeof tokens === 'number' ? { 'context tokens': tokens } : undefined;
  }
  if (name !== 'queue.changed') return undefined;
  const length = lengthOf(data['items']);
  return length === undefined ? undefined : { 'queued inputs': length };
}

function checkNamed(described: { readonly name: string }): void {
  expected(hasField(described, 'name'), 'Pass an operation or a record of a trace: it has a name.');
}

/** Also of a list that metadata mode has left out: its length is told. */
function lengthOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null) return undefined;
  const omitted = (value as Fields)['$omitted'];
  if (typeof omitted !== 'object' || omitted === null) return undefined;
  const { size } = omitted as Fields;
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
