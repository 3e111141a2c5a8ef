import type { AssistantMessage, Context, Model } from '@earendil-works/pi-ai';
import type { AgentModel } from './agent-model.js';
import { lastRequest, turnOf } from './conversation.js';
import { streamAnswer, type Piece } from './paced-stream.js';
import type { Part } from './scripts/script.js';
import { scriptFor } from './scripts/scripts.js';

/** How the scripted model behaves. */
export interface ScriptedModelOptions {
  /** Milliseconds between pieces of about four characters; 0 for tests. @default 16 */
  paceMs?: number | undefined;
}

/**
 * A model that needs no network. It follows one of a few scripts, chosen by what the person wrote,
 * and really calls the agent's tools: what it says about the workspace it has read there. The same
 * conversation over the same files gets the same answer.
 */
export function createScriptedModel({ paceMs = 16 }: ScriptedModelOptions = {}): AgentModel {
  // A message that has been failed once is answered when it is asked again.
  const failed = new WeakSet<object>();

  return {
    model: SCRIPTED,
    stream(_model, context, options) {
      const request = lastRequest(context) ?? context;
      const turn = { ...turnOf(context), again: failed.has(request) };
      const parts = scriptFor(turn.request).answer(turn);
      if (parts.some((part) => 'fail' in part)) failed.add(request);
      const pieces = parts.map((part, position) => pieceOf(part, callId(context, position)));
      return streamAnswer(emptyAnswer(context, pieces), pieces, {
        paceMs,
        signal: options?.signal,
      });
    },
  };
}

const SCRIPTED: Model<'scripted'> = {
  id: 'scripted',
  name: 'Scripted (offline)',
  api: 'scripted',
  provider: 'loop',
  baseUrl: '',
  reasoning: true,
  input: ['text'],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 64_000,
  maxTokens: 8_000,
};

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

function emptyAnswer(context: Context, pieces: Piece[]): AssistantMessage {
  const input = tokensIn(context.messages);
  const output = tokensIn(pieces);
  return {
    role: 'assistant',
    content: [],
    api: SCRIPTED.api,
    provider: SCRIPTED.provider,
    model: SCRIPTED.id,
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
