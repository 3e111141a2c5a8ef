import type {
  AssistantMessage,
  AssistantMessageEvent,
  AssistantMessageEventStream,
  Model,
} from '@earendil-works/pi-ai';
import { readBaseUrl } from '../settings/base-url.js';
import type { AgentModel } from './agent-model.js';
import { withoutKey } from './without-key.js';

/** Where an OpenAI-compatible endpoint is, and which of its models to ask. */
export interface OpenAiModelOptions {
  /** Up to and including the version, such as `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** The endpoint's own name for the model. */
  model: string;
  /** What tells it from all other models that can be chosen. @default the endpoint's name for it */
  id?: string;
  /** What people see. @default the endpoint's name for it */
  label?: string;
  /** @default none: local servers need no key */
  apiKey?: string;
  /** Tokens of prompt and answer together. @default 128_000 */
  contextWindow?: number | undefined;
}

/** The model that the environment names, if it names one: `LOOP_MODEL_BASE_URL` switches it on. */
export function openAiModelFromEnvironment(
  environment: Record<string, string | undefined>,
): AgentModel | undefined {
  const url = environment['LOOP_MODEL_BASE_URL'];
  if (!url) return undefined;
  const baseUrl = baseUrlFrom(url);
  const model = environment['LOOP_MODEL'];
  if (!model)
    throw new Error('LOOP_MODEL_BASE_URL is set: set LOOP_MODEL to the name of a model it serves.');
  const apiKey = environment['LOOP_MODEL_API_KEY'];
  const contextWindow = contextWindowFrom(environment['LOOP_MODEL_CONTEXT_WINDOW']);
  return createOpenAiModel({ baseUrl, model, contextWindow, ...(apiKey && { apiKey }) });
}

function baseUrlFrom(text: string): string {
  try {
    return readBaseUrl(text);
  } catch (error) {
    throw new Error(`LOOP_MODEL_BASE_URL: ${(error as Error).message}`, { cause: error });
  }
}

function contextWindowFrom(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const tokens = Number(text);
  if (Number.isInteger(tokens) && tokens > 0) return tokens;
  throw new Error(
    `LOOP_MODEL_CONTEXT_WINDOW: expected a number of tokens, such as 32768, got "${text}".`,
  );
}

/** Tokens that a model holds of which nobody has said it. */
export const DEFAULT_CONTEXT_WINDOW = 128_000;

/** A model behind an endpoint that speaks OpenAI's chat completions protocol. */
export function createOpenAiModel(options: OpenAiModelOptions): AgentModel {
  const { baseUrl, model: id, apiKey, contextWindow = DEFAULT_CONTEXT_WINDOW } = options;
  const model: Model<'openai-completions'> = {
    id,
    name: options.label ?? id,
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
    model: { ...model, id: options.id ?? id },
    async stream(_model, context, streamOptions) {
      // Its client prints what it cannot read, and that may hold the key.
      process.env['OPENAI_LOG'] ??= 'off';
      // Loaded when it is needed: most of a server's start would be spent on it.
      const { streamSimpleOpenAICompletions } =
        await import('@earendil-works/pi-ai/openai-completions');
      const answer = streamSimpleOpenAICompletions(model, context, {
        ...streamOptions,
        apiKey: apiKey ?? 'none',
        // The agent asks again itself, so that people see it.
        maxRetries: 0,
      });
      return told(answer, apiKey);
    },
  };
}

/** A shorter one is no secret, and what looks like it may be anything. */
const SHORTEST_KEY = 8;
/** A failure is repeated with each attempt; some endpoints answer with a whole page. */
const MAX_ERROR_CHARS = 2_000;

/** What people, traces and files get of an answer: without the key, and with a failure in short. */
async function told(
  answer: AssistantMessageEventStream,
  key = '',
): Promise<AssistantMessageEventStream> {
  const { createAssistantMessageEventStream } = await import('@earendil-works/pi-ai');
  const passed = createAssistantMessageEventStream();
  const clean = key.length < SHORTEST_KEY ? undefined : withoutKey(key);
  void pass();
  return passed;

  async function pass(): Promise<void> {
    for await (const event of answer) {
      try {
        passed.push(inShort(clean?.(event) ?? event));
      } catch {
        return passed.push(unreadable(event));
      }
    }
  }
}

/** Arguments can be nested deeper than any program follows. */
function unreadable(event: AssistantMessageEvent): AssistantMessageEvent {
  const message = wholeOf(event);
  const errorMessage = 'The answer is nested too deep to be read.';
  return {
    type: 'error',
    reason: 'error',
    error: { ...message, content: [], stopReason: 'error', errorMessage },
  };
}

function wholeOf(event: AssistantMessageEvent): AssistantMessage {
  if (event.type === 'done') return event.message;
  return event.type === 'error' ? event.error : event.partial;
}

function inShort(event: AssistantMessageEvent): AssistantMessageEvent {
  if (event.type !== 'error') return event;
  const { errorMessage = '' } = event.error;
  if (errorMessage.length <= MAX_ERROR_CHARS) return event;
  const start = `${errorMessage.slice(0, MAX_ERROR_CHARS)}… (cut)`;
  return { ...event, error: { ...event.error, errorMessage: start } };
}
