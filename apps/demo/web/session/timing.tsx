import type { PromptTiming } from '@loop/events';
import type { VNode } from 'preact';
import { formatDuration } from './tool-state.js';

/** How long a prompt waited, when its answer began, how long it took. One line, from the start on. */
export function Timing({ timing }: { timing: PromptTiming }): VNode {
  return <p class="timing">{wordsFor(timing).join(' · ')}</p>;
}

/** Below this, in milliseconds, nobody has waited. */
const NOTICED_MS = 950;

function wordsFor(timing: PromptTiming): string[] {
  const { queuedAt, startedAt, firstOutputAt } = timing;
  const words: string[] = [];
  if (queuedAt !== undefined && startedAt !== undefined && startedAt - queuedAt >= NOTICED_MS) {
    words.push(`waited ${formatDuration(startedAt - queuedAt)}`);
  }
  if (startedAt !== undefined && firstOutputAt !== undefined) {
    words.push(`first word after ${formatDuration(firstOutputAt - startedAt)}`);
  }
  return [...words, ...ending(timing)];
}

function ending({ durationMs, outcome, phase }: PromptTiming): string[] {
  if (phase !== 'completed' && phase !== 'cancelled') return [];
  const time = durationMs === undefined ? '' : ` ${formatDuration(durationMs)}`;
  if (phase === 'cancelled' || outcome === 'aborted')
    return [`cancelled${time && ` after${time}`}`];
  if (outcome === 'error') return [`failed${time && ` after${time}`}`];
  return time ? [`took${time}`] : [];
}
