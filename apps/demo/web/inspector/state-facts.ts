import type { PromptTiming, SessionView } from '@loop/events';
import type { SessionSummary } from '../../wire/session.js';
import type { Fact } from './facts.js';
import { formatCount, formatDuration, formatTime } from './format.js';

/** What a session is, in a few lines. */
export function stateFacts({ state, ...view }: SessionView, list?: SessionSummary): Fact[] {
  const { run, title, model, permission, queue, pendingApprovals, contextBudget, skills } = state;
  const timing = state.timings.at(-1);
  return [
    ['Run', run.status === 'idle' ? 'idle' : `${run.status} since ${formatTime(run.acceptedAt)}`],
    ['Title', title && `${title.title ?? 'none'} (${title.source ?? title.status})`],
    ['Model', model && [model.provider, model.model, model.effort].filter(Boolean).join(' · ')],
    ['Permission', permission],
    ['Queue', queue.length > 0 ? queue.map(({ mode }) => mode).join(', ') : 'empty'],
    ['Approvals', approvals(pendingApprovals.map((request) => request.title))],
    ['Last prompt', timing && wordsFor(timing)],
    ['Context', contextBudget && budget(contextBudget)],
    ['Skills', skills?.length ? skills.map(({ name }) => name).join(', ') : undefined],
    ['Retry', state.retry && `attempt ${state.retry.attempt} of ${state.retry.maxAttempts}`],
    ['Compaction', state.compaction?.reason],
    ['Messages', range(view.firstMessageIndex, view.messageCount)],
    ['Rounds', range(view.firstRoundIndex, view.roundCount)],
    ['Tools', formatCount(view.tools.length)],
    ['In the list', list && listed(list)],
  ];
}

function approvals(titles: readonly string[]): string {
  return titles.length > 0 ? `${titles.length} pending: ${titles.join(', ')}` : 'none pending';
}

function wordsFor({ queuedAt, startedAt, firstOutputAt, ...timing }: PromptTiming): string {
  const parts: string[] = [timing.outcome ?? timing.phase.replace('_', ' ')];
  if (queuedAt && startedAt) parts.push(`waited ${formatDuration(startedAt - queuedAt)}`);
  if (startedAt && firstOutputAt) {
    parts.push(`first word after ${formatDuration(firstOutputAt - startedAt)}`);
  }
  if (timing.durationMs !== undefined) parts.push(`took ${formatDuration(timing.durationMs)}`);
  return parts.join(', ');
}

function budget({
  tokens,
  contextWindow,
}: NonNullable<SessionView['state']['contextBudget']>): string {
  const used = tokens === null ? 'unknown' : formatCount(tokens);
  return `${used} of ${formatCount(contextWindow)} tokens`;
}

/** What the view holds of all there is, counted from 0 as the stream does. */
function range(first: number, count: number): string {
  if (first >= count) return `none of ${formatCount(count)}`;
  return `${formatCount(first)} to ${formatCount(count - 1)}, of ${formatCount(count)}`;
}

function listed({ isRunning, isWaiting, unread, archived }: SessionSummary): string {
  const marks = { running: isRunning, waiting: isWaiting, unread, archived };
  const names = Object.entries(marks).flatMap(([name, isSo]) => (isSo ? [name] : []));
  return names.join(', ') || 'no marks';
}
