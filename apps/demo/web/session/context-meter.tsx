import type { ContextBudget } from '@loop/events';
import type { VNode } from 'preact';

/** How full the model's context is. */
export function ContextMeter({ budget }: { budget: ContextBudget }): VNode {
  const { tokens, contextWindow, percent, thresholdTokens, estimated } = budget;
  const window = `${formatTokens(contextWindow)} tokens`;
  const isKnown = tokens !== null && percent !== null;
  const words = isKnown
    ? `${estimated ? 'about ' : ''}${formatTokens(tokens)} of ${window} in the model’s context`
    : `not known how much of ${window} is in the model’s context`;
  const limit = thresholdTokens ? `; it is shortened at ${formatTokens(thresholdTokens)}` : '';
  const isHigh = isKnown && tokens >= (thresholdTokens ?? contextWindow) * HIGH_SHARE;
  return (
    <span class="context" title={`${words}${limit}`} data-high={isHigh}>
      <span class="context-name" aria-hidden="true">
        Context
      </span>
      <meter
        aria-label="Context"
        aria-valuetext={words}
        min={0}
        max={100}
        value={isKnown ? Math.min(100, percent) : 0}
      />
      <span aria-hidden="true">{isKnown ? formatPercent(percent) : '–'}</span>
    </span>
  );
}

/** Of what fills it, or of what makes it be shortened: from here on it is worth a look. */
const HIGH_SHARE = 0.8;

function formatPercent(percent: number): string {
  return percent > 0 && percent < 1 ? '<1 %' : `${Math.round(percent)} %`;
}

/** "950", "12k", "1.2M". */
export function formatTokens(tokens: number): string {
  if (tokens < 1_000) return String(Math.round(tokens));
  if (tokens < 999_500) return `${Math.round(tokens / 1_000)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}
