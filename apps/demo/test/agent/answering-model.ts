import type { Context } from '@earendil-works/pi-ai';
import type { AgentModel } from '../../server/agent/agent-model.js';
import { streamAnswer, type Piece } from '../../server/agent/paced-stream.js';
import { createScriptedModel } from '../../server/agent/scripted-model.js';

/** A model that gives what it is told to, and remembers what it was sent. */
export interface AnsweringModel extends AgentModel {
  /** A copy of each context. */
  asked: Context[];
  /** The roles of each context. */
  roles(): string[][];
}

/** How it is told what to answer. */
export interface AnsweringOptions {
  /** Tokens that it can hold. @default 64_000 */
  contextWindow?: number;
  /** Tokens that it says it has counted. @default 0: it does not count */
  tokens?: (context: Context) => number;
}

/** @param answer what it answers; undefined is "No more." */
export function answeringModel(
  answer: (context: Context, n: number) => Piece[] | undefined,
  { contextWindow = 64_000, tokens = () => 0 }: AnsweringOptions = {},
): AnsweringModel {
  const model = { ...createScriptedModel().model, contextWindow };
  const asked: Context[] = [];
  return {
    ...{ model, asked },
    roles: () => asked.map(({ messages }) => messages.map(({ role }) => role)),
    stream(_model, context, options) {
      asked.push({ ...context, messages: [...context.messages] });
      const { api, provider, id } = model;
      const totalTokens = tokens(context);
      return streamAnswer(
        {
          ...{ role: 'assistant', content: [], api, provider, model: id, stopReason: 'stop' },
          usage: { input: totalTokens, output: 0, ...NO_CACHE, totalTokens, cost: NO_COST },
          timestamp: Date.now(),
        },
        answer(context, asked.length - 1) ?? [say('No more.')],
        { paceMs: 0, signal: options?.signal },
      );
    },
  };
}

/** These answers, one after the other. */
export function answering(...answers: Piece[][]): AnsweringModel {
  return answeringModel((_context, n) => answers[n]);
}

/** A text. */
export function say(text: string): Piece {
  return { type: 'text', text };
}

/** A failure of the provider. */
export function fail(message: string): Piece {
  return { type: 'failure', message };
}

/** A call of a tool. */
export function call(id: string, name: string, args: Record<string, unknown> = {}): Piece {
  return { type: 'toolCall', id, name, arguments: args };
}

const NO_CACHE = { cacheRead: 0, cacheWrite: 0 };
const NO_COST = { input: 0, output: 0, ...NO_CACHE, total: 0 };
