import type { SummaryMessage } from '@loop/events';
import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { Markdown } from '../markdown/markdown.js';
import { Aside } from './aside.js';
import { SavingsContext } from './use-savings.js';
import { formatTokens } from './context-meter.js';

/** What the model has of the conversation before it, since its context was shortened. */
export function Summary({ message }: { message: SummaryMessage }): VNode {
  const { role, summary, tokensBefore, timestamp } = message;
  const tokensAfter = useContext(SavingsContext).get(timestamp ?? 0);
  return (
    <Aside title={`${TITLES[role]}${wordsFor(tokensBefore, tokensAfter)}`}>
      <Markdown text={summary} />
    </Aside>
  );
}

const TITLES = {
  compactionSummary: 'The model’s context was shortened',
  branchSummary: 'Summary of another branch',
};

function wordsFor(before: number | undefined, after: number | undefined): string {
  if (before === undefined) return '';
  if (after === undefined) return `; it held ${formatTokens(before)} tokens`;
  const saved = before > 0 ? Math.round(100 * (1 - after / before)) : 0;
  return `: from ${formatTokens(before)} to ${formatTokens(after)} tokens, ${saved} % less`;
}
