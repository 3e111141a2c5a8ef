import type { ListSink } from '../lists/list-sink.js';
import { isHidden } from '../platform/page.js';
import { startTimer, type Timer } from '../platform/timer.js';
import type { ListMessage } from './messages.js';
import type { Role } from './role.js';

/** What a follower needs. */
export interface FollowerOptions {
  /** The highest term known so far; messages of earlier leaders are old. */
  term: number;
  /** The tab was opened just now, so its user expects an attempt of its own. */
  isNew: boolean;
  sink: ListSink;
  /** How often a tab that can be seen asks after the leader, in milliseconds. */
  pulseMs: number;
  post(message: ListMessage): void;
  takeOver(): void;
}

type LeaderState = ListMessage & { kind: 'state' };

/** How long an answer may take before the leader is asked again, and then taken to be frozen. */
const answerMs = 2_500;
const asksBeforeTakeOver = 2;

/**
 * Hears of the stream from the tab that has it. Where it joins in the middle everything is to be
 * loaded once: when it knows from where on frames reach it, and not before.
 *
 * Some platforms freeze a tab in the background without a word and without taking its lock away;
 * so a tab that somebody looks at asks from time to time, and takes over when nobody answers.
 */
export function createFollower(options: FollowerOptions): Role {
  const { isNew, sink, pulseMs, post, takeOver } = options;
  let { term } = options;
  let isFirst = isNew;
  let unanswered = 0;
  let answerTimer: Timer | undefined;
  let pulse = startTimer(beat, pulseMs);
  ask(true);

  return {
    name: 'follower',
    get term() {
      return term;
    },
    hear(message) {
      if (message.kind === 'ask' || message.term < term) return;
      stopWaiting();
      if (message.kind === 'state') follow(message);
      else if (message.term === term) sink.take(message.items);
    },
    wake: () => ask(true),
    reconnect: takeOver,
    close() {
      stopWaiting();
      clearTimeout(pulse);
    },
  };

  function follow({ term: latest, status, position }: LeaderState): void {
    // What has stopped another tab may not stop this one: its user may have signed in since.
    const mayHelp = isFirst && status.connection.status === 'closed';
    isFirst = false;
    if (mayHelp) return takeOver();
    sink.show(status);
    if (latest === term) return;
    // Every frame from here on arrives, so what is missing is what came before.
    term = latest;
    sink.begin();
    if (position) sink.join(position);
  }

  function ask(wake: boolean): void {
    post({ kind: 'ask', wake });
    answerTimer ??= startTimer(missAnswer, answerMs);
  }

  /** One that is late may be waiting in this tab's own queue, so one is not enough. */
  function missAnswer(): void {
    answerTimer = undefined;
    // Timers of hidden pages sleep, and nobody is looking.
    if (isHidden()) return;
    unanswered++;
    if (unanswered < asksBeforeTakeOver) ask(false);
    else takeOver();
  }

  function stopWaiting(): void {
    clearTimeout(answerTimer);
    answerTimer = undefined;
    unanswered = 0;
  }

  function beat(): void {
    if (!isHidden()) ask(false);
    pulse = startTimer(beat, pulseMs);
  }
}
