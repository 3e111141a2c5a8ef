import { isHidden, watchPage } from './page.js';
import { startTimer, type Timer } from './timer.js';

/** What a stream has to know of its page. */
export interface PresenceOptions {
  /** How long a hidden page counts as present, in milliseconds. `Infinity`: for good. */
  releaseHiddenMs: number;
  /** The page was hidden for that long, or is put away. */
  onAway(): void;
  /** Somebody looks, the network is back, or the page runs again. Not while it is away. */
  onWake(): void;
  onOffline(): void;
}

/** Tells when a page is worth a connection. */
export interface Presence {
  /** Whatever was decided, it counts as present; a hidden page has its time again. */
  begin(): void;
  stop(): void;
}

/** Watches the page for one stream, from now on. Outside of pages there is always somebody. */
export function watchPresence(options: PresenceOptions): Presence {
  const { releaseHiddenMs, onAway, onWake, onOffline } = options;
  let away = false;
  let grace: Timer | undefined;
  const unwatchPage = watchPage({ onWake: wake, onOffline, onHidden: countDown, onPutAway: leave });
  countDown();

  return {
    begin() {
      away = false;
      countDown();
    },
    stop() {
      clearTimeout(grace);
      unwatchPage();
    },
  };

  function countDown(): void {
    clearTimeout(grace);
    if (isHidden()) grace = startTimer(leave, releaseHiddenMs);
  }

  function leave(): void {
    clearTimeout(grace);
    away = true;
    onAway();
  }

  /** A page that lost its connection by being hidden has to be seen; the network's return is not enough. */
  function wake(): void {
    if (away && isHidden() && releaseHiddenMs !== Infinity) return;
    away = false;
    if (!isHidden()) clearTimeout(grace);
    onWake();
  }
}
