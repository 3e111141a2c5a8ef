import { isHidden, watchPage } from '../platform/page.js';
import { startTimer, type Timer } from '../platform/timer.js';

/** What a stream has to know of its page. */
export interface PresenceOptions {
  /** How long a hidden page counts as present, in milliseconds. `Infinity`: for good. */
  releaseHiddenMs: number;
  /** Whether a page that nobody can see is worth a connection all the same. */
  isHeld(): boolean;
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
  /** What `isHeld` answers may be another thing now. */
  reconsider(): void;
  stop(): void;
}

/** Watches the page for one stream, from now on. Outside of pages there is always somebody. */
export function watchPresence(options: PresenceOptions): Presence {
  const { releaseHiddenMs, isHeld, onAway, onWake, onOffline } = options;
  let away = false;
  let isGraceOver = false;
  let grace: Timer | undefined;
  const unwatchPage = watchPage({ onWake: wake, onOffline, onHidden: countDown, onPutAway: leave });
  countDown();

  return {
    begin,
    reconsider,
    stop() {
      clearTimeout(grace);
      unwatchPage();
    },
  };

  function begin(): void {
    away = false;
    countDown();
  }

  function countDown(): void {
    clearTimeout(grace);
    isGraceOver = false;
    if (isHidden()) grace = startTimer(endGrace, releaseHiddenMs);
  }

  function endGrace(): void {
    isGraceOver = true;
    reconsider();
  }

  function reconsider(): void {
    if (isGraceOver && !away && !isHeld()) leave();
  }

  function leave(): void {
    clearTimeout(grace);
    away = true;
    onAway();
  }

  /** A page that lost its connection by being hidden has to be seen; the network's return is not enough. */
  function wake(): void {
    const stays = releaseHiddenMs === Infinity || isHeld();
    if (away && isHidden() && !stays) return;
    if (away || !isHidden()) begin();
    onWake();
  }
}
