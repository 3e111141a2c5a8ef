import type { ContextBudgetEvent } from '@loop/events';

/** How full a context of `contextWindow` tokens is. `estimated`: no model has counted it. */
export function contextBudget(
  tokens: number,
  contextWindow: number,
  thresholdTokens: number,
  estimated: boolean,
): ContextBudgetEvent {
  return {
    type: 'context_budget',
    ...{ tokens, contextWindow, estimated, observedAt: Date.now() },
    percent: Math.round((tokens / contextWindow) * 1000) / 10,
    thresholdTokens: Math.round(thresholdTokens),
  };
}
