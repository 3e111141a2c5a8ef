import { isVisible } from './page.js';
import { startTimer, type Timer } from './timer.js';

/** Runs a task at most once a turn. */
export interface Turn {
  /** Asks for a run; several asks before it are one. */
  request(): void;
  cancel(): void;
}

/** How long a frame of a page that seems visible may be late before a timer stands in for it. */
const lateFrameMs = 100;

/**
 * A turn is an animation frame where somebody can see the page, and a macrotask elsewhere: then
 * everything that was read in one go is one turn, while a microtask would come after each chunk.
 * Frames stop when a page is hidden or covered, so a timer stands behind each.
 */
export function createTurn(task: () => void): Turn {
  let timer: Timer | undefined;
  let frame: number | undefined;
  let requested = false;

  return {
    request() {
      if (requested) return;
      requested = true;
      const paints = isVisible() && typeof requestAnimationFrame === 'function';
      if (paints) frame = requestAnimationFrame(run);
      timer = startTimer(run, paints ? lateFrameMs : 0);
    },
    cancel,
  };

  function run(): void {
    cancel();
    task();
  }

  function cancel(): void {
    requested = false;
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
  }
}
