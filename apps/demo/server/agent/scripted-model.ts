import type { AssistantMessage, Context, Model } from '@earendil-works/pi-ai';
import type { AgentModel } from './agent-model.js';
import { SUMMARY_PROMPT } from './compaction/summary.js';
import { lastRequest, requestKey, turnOf } from './conversation.js';
import { briefly, paceIn, type Manner } from './manner.js';
import { streamAnswer, type Piece } from './paced-stream.js';
import { entitle } from './scripts/entitle.js';
import type { Part } from './scripts/script.js';
import { scriptFor } from './scripts/scripts.js';
import { summarise } from './scripts/summarise.js';
import { TITLE_PROMPT } from './title-prompt.js';

/** How the scripted model behaves. */
export interface ScriptedModelOptions {
  /**
   * `thorough` thinks before it speaks and explains at length; `brisk` does the same things three
   * times as fast, without a word more than needed.
   *
   * @default 'thorough'
   */
  manner?: Manner | undefined;
  /**
   * Milliseconds between pieces of about four characters, for the thorough manner; 0 for tests.
   *
   * @default 16
   */
  paceMs?: number | undefined;
}

/**
 * A model that needs no network. It follows one of a few scripts, chosen by what the person wrote,
 * and really calls the agent's tools: what it says about the workspace it has read there. The same
 * conversation over the same files gets the same answer.
 */
export function createScriptedModel({
  manner = 'thorough',
  paceMs = 16,
}: ScriptedModelOptions = {}): AgentModel {
  const model = MODELS[manner];
  // A message that has been failed is answered when it is asked again.
  const failures = new WeakMap<object, number>();

  function partsFor(context: Context): Part[] {
    const { request, ...turn } = turnOf(context);
    if (context.systemPrompt === SUMMARY_PROMPT) return [{ say: summarise(request) }];
    if (context.systemPrompt === TITLE_PROMPT) return [{ say: entitle(request) }];
    const asked = requestKey(context);
    const failed = failures.get(asked) ?? 0;
    const parts = scriptFor(request).answer({ request, failures: failed, ...turn });
    if (parts.some((part) => 'fail' in part)) failures.set(asked, failed + 1);
    return inManner(parts, manner);
  }

  return {
    model,
    stream(_model, context, options) {
      const pieces = partsFor(context).map((part, position) =>
        pieceOf(part, callId(context, position)),
      );
      return streamAnswer(emptyAnswer(model, context, pieces), pieces, {
        paceMs: paceIn(manner, paceMs),
        signal: options?.signal,
      });
    },
  };
}

/** What the scripted models name as their provider. */
export const SCRIPTED_PROVIDER = 'loop';

const BASE = {
  api: 'scripted',
  provider: SCRIPTED_PROVIDER,
  baseUrl: '',
  reasoning: true,
  input: ['text'],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 64_000,
  maxTokens: 8_000,
} satisfies Partial<Model<'scripted'>>;

const MODELS: Record<Manner, Model<'scripted'>> = {
  thorough: { ...BASE, id: 'scripted', name: 'Scripted, thorough (offline)' },
  brisk: { ...BASE, id: 'scripted-brisk', name: 'Scripted, brisk (offline)', reasoning: false },
};

/** The same deeds, in other words. */
function inManner(parts: Part[], manner: Manner): Part[] {
  if (manner === 'thorough') return parts;
  return parts.flatMap((part): Part[] => {
    if ('think' in part) return [];
    return 'say' in part ? [{ say: briefly(part.say) }] : [part];
  });
}

function pieceOf(part: Part, id: string): Piece {
  if ('think' in part) return { type: 'thinking', thinking: part.think };
  if ('say' in part) return { type: 'text', text: part.say };
  if ('fail' in part) return { type: 'failure', message: part.fail };
  return { type: 'toolCall', id, name: part.call, arguments: part.args };
}

/** Unique in a session also after its context has been cut, and after a restart. */
function callId(context: Context, position: number): string {
  const askedAt = lastRequest(context)?.timestamp ?? 0;
  return `call_${askedAt.toString(36)}_${context.messages.length}_${position}`;
}

function emptyAnswer(
  { api, provider, id }: Model<'scripted'>,
  context: Context,
  pieces: Piece[],
): AssistantMessage {
  const input = tokensIn(context.messages);
  const output = tokensIn(pieces);
  return {
    role: 'assistant',
    content: [],
    ...{ api, provider, model: id },
    usage: {
      input,
      output,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: input + output,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: 'stop',
    timestamp: Date.now(),
  };
}

/** An estimate: about four characters a token. */
function tokensIn(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}
