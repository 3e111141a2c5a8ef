import { startTimer } from '../platform/timer.js';

/** Notices silence. */
export interface Watchdog {
  /** Something was heard. */
  feed(): void;
  /** Whether the silence has lasted too long already. */
  overdue(): boolean;
  stop(): void;
}

/**
 * Calls `onSilence` once, when nothing was heard for `limitMs`. Feeding costs one look at the
 * clock: the timer runs on and is set again for what is left when it fires too early.
 */
export function createWatchdog(limitMs: number, onSilence: () => void): Watchdog {
  let heardAt = Date.now();
  let timer = startTimer(check, limitMs);

  return {
    feed() {
      heardAt = Date.now();
    },
    overdue,
    stop() {
      clearTimeout(timer);
    },
  };

  function overdue(): boolean {
    return Date.now() - heardAt >= limitMs;
  }

  function check(): void {
    if (overdue()) return onSilence();
    // A clock that was set back must not stretch the wait beyond the limit.
    timer = startTimer(check, Math.min(heardAt + limitMs - Date.now(), limitMs));
  }
}
