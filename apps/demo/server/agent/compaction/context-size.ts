import type { AgentMessage } from '@earendil-works/pi-agent-core';
import type { AssistantMessage } from '@earendil-works/pi-ai';
import { tokensIn } from './cut.js';

/** How large the model's context is: as the model counted it, plus an estimate of what came later. */
export interface ContextSize {
  /** An answer came through; `messages` ends with it. */
  answered(answer: AssistantMessage, messages: readonly AgentMessage[]): void;
  /** The messages have become others: what was counted counts no more. */
  forget(): void;
  /** In tokens. */
  of(messages: readonly AgentMessage[]): number;
}

/** Starts with nothing counted. */
export function createContextSize(): ContextSize {
  let counted = { tokens: 0, messages: 0 };
  return {
    answered({ usage }, { length }) {
      // Not every endpoint counts.
      if (usage.totalTokens > 0) counted = { tokens: usage.totalTokens, messages: length };
    },
    forget: () => void (counted = { tokens: 0, messages: 0 }),
    of: (messages) => counted.tokens + tokensIn(messages.slice(counted.messages)),
  };
}
