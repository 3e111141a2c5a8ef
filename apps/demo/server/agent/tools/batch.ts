import type { AgentTool } from '@earendil-works/pi-agent-core';
import { Type, validateToolArguments, type Static } from '@earendil-works/pi-ai';
import type { NestedToolCompleted, NestedToolStarted } from '@loop/events';
import { MAX_RESULT_CHARS, textResult, type ToolDetails } from './result.js';

const MAX_CALLS = 16;
const MAX_ERROR_CHARS = 500;

/** What a batch may call: only what no preset asks about, so that nothing gets past an approval. */
export const BATCH_TOOLS = ['list', 'read', 'search'] as const;

const parameters = Type.Object({
  calls: Type.Array(
    Type.Object({
      tool: Type.Unsafe<(typeof BATCH_TOOLS)[number]>({ type: 'string', enum: [...BATCH_TOOLS] }),
      args: Type.Record(Type.String(), Type.Unknown(), { description: 'As the tool takes them' }),
    }),
    { minItems: 1, maxItems: MAX_CALLS },
  ),
});

type BatchCall = Static<typeof parameters>['calls'][number];

/** What a batch says about the calls in it. */
export type NestedToolEvent = NestedToolStarted | NestedToolCompleted;

/** How one of the calls went. */
interface Outcome {
  call: BatchCall;
  text: string;
  isError: boolean;
}

/** Runs several readings side by side in one call, with the same tools that the model has. */
export function createBatchTool(
  tools: readonly AgentTool[],
  emit: (event: NestedToolEvent) => void,
): AgentTool<typeof parameters, ToolDetails> {
  async function runNested(
    parentToolCallId: string,
    position: number,
    call: BatchCall,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    const toolCallId = `${parentToolCallId}/${position + 1}`;
    const ids = { toolCallId, parentToolCallId, rootToolCallId: parentToolCallId };
    const nested = { ...ids, toolName: call.tool };
    emit({ type: 'nested_tool.started', ...nested, args: call.args, startedAt: Date.now() });
    const startedMs = performance.now();
    const outcome = await outcomeOf(call, toolCallId, signal);
    emit({
      type: 'nested_tool.completed',
      ...nested,
      isError: outcome.isError,
      status: outcome.isError ? 'error' : 'ok',
      ...(outcome.isError && { error: outcome.text.slice(0, MAX_ERROR_CHARS) }),
      durationMs: Math.round(performance.now() - startedMs),
      resultBytes: Buffer.byteLength(outcome.text),
    });
    return outcome;
  }

  async function outcomeOf(
    call: BatchCall,
    id: string,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    try {
      signal?.throwIfAborted();
      const tool = tools.find(({ name }) => name === call.tool);
      if (!tool) throw new Error(`There is no tool ${call.tool}.`);
      const { tool: name, args } = call;
      const checked: unknown = validateToolArguments(tool, {
        ...{ type: 'toolCall', id, name, arguments: args },
      });
      const { content } = await tool.execute(id, checked, signal);
      const text = content.map((block) => ('text' in block ? block.text : '')).join('\n');
      return { call, text, isError: false };
    } catch (error) {
      return { call, text: (error as Error).message, isError: true };
    }
  }

  return {
    name: 'batch',
    label: 'Look at several things',
    description: `Run up to ${MAX_CALLS} calls of list, read and search side by side; their results come together, each cut to its share.`,
    parameters,
    async execute(toolCallId, { calls }, signal) {
      const outcomes = await Promise.all(
        calls.map((call, position) => runNested(toolCallId, position, call, signal)),
      );
      const share = Math.floor(MAX_RESULT_CHARS / outcomes.length);
      const failures = outcomes.filter(({ isError }) => isError).length;
      return textResult(outcomes.map((outcome) => section(outcome, share)).join('\n\n'), {
        ...{ calls: outcomes.length, failures },
        ...(outcomes.some(({ text }) => text.length > share) && { truncated: true as const }),
        ...(failures === outcomes.length && { failed: true as const }),
      });
    },
  };
}

function section({ call: { tool, args }, text, isError }: Outcome, share: number): string {
  const shown = text.length > share ? `${text.slice(0, share)}\n… (cut)` : text;
  return `== ${tool} ${JSON.stringify(args)}${isError ? ' failed' : ''}\n${shown}`;
}
