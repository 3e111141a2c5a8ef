import { streamSimpleOpenAICompletions } from '@earendil-works/pi-ai/openai-completions';
import type { Model } from '@earendil-works/pi-ai';
import type { AgentModel } from './agent-model.js';

/** Where an OpenAI-compatible endpoint is, and which of its models to ask. */
export interface OpenAiModelOptions {
  /** Up to and including the version, such as `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** The endpoint's own name for the model. */
  model: string;
  /** @default none: local servers need no key */
  apiKey?: string;
  /** Tokens of prompt and answer together. @default 128_000 */
  contextWindow?: number | undefined;
}

/** The model that the environment names, if it names one: `LOOP_MODEL_BASE_URL` switches it on. */
export function openAiModelFromEnvironment(
  environment: Record<string, string | undefined>,
): AgentModel | undefined {
  const baseUrl = environment['LOOP_MODEL_BASE_URL'];
  if (!baseUrl) return undefined;
  if (!URL.canParse(baseUrl)) {
    throw new Error('LOOP_MODEL_BASE_URL: expected a URL such as http://127.0.0.1:11434/v1.');
  }
  const model = environment['LOOP_MODEL'];
  if (!model)
    throw new Error('LOOP_MODEL_BASE_URL is set: set LOOP_MODEL to the name of a model it serves.');
  const apiKey = environment['LOOP_MODEL_API_KEY'];
  const contextWindow = contextWindowFrom(environment['LOOP_MODEL_CONTEXT_WINDOW']);
  return createOpenAiModel({ baseUrl, model, contextWindow, ...(apiKey && { apiKey }) });
}

function contextWindowFrom(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const tokens = Number(text);
  if (Number.isInteger(tokens) && tokens > 0) return tokens;
  throw new Error(
    `LOOP_MODEL_CONTEXT_WINDOW: expected a number of tokens, such as 32768, got "${text}".`,
  );
}

/** A model behind an endpoint that speaks OpenAI's chat completions protocol. */
export function createOpenAiModel(options: OpenAiModelOptions): AgentModel {
  const { baseUrl, model: id, apiKey, contextWindow = 128_000 } = options;
  const model: Model<'openai-completions'> = {
    id,
    name: id,
    api: 'openai-completions',
    provider: new URL(baseUrl).hostname,
    baseUrl,
    reasoning: false,
    input: ['text'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow,
    // 0 leaves the limit to the endpoint: any number of ours would be wrong for some model.
    maxTokens: 0,
    // Only what every compatible server takes.
    compat: { supportsStore: false, supportsDeveloperRole: false, maxTokensField: 'max_tokens' },
  };
  return {
    model,
    stream: (_model, context, streamOptions) =>
      streamSimpleOpenAICompletions(model, context, {
        ...streamOptions,
        apiKey: apiKey ?? 'none',
        // The agent asks again itself, so that people see it.
        maxRetries: 0,
      }),
  };
}
