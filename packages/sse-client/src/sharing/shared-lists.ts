import type { ListSeat } from './role.js';
import { openListStay, type ListStay, type ListStayOptions } from './membership.js';
import { watchPage } from '../platform/page.js';

/** A tab's part in a shared list stream. */
export type SharedLists = Pick<ListSeat, 'role' | 'reconnect' | 'close'>;

/**
 * One stream for all tabs of a group. A lock decides who has it, a channel carries what it brings.
 * Both are let go while the page is put away, as a page that holds them is not kept by browsers,
 * and one that is kept would hold them for nobody. It comes back as a new tab would.
 */
export function shareLists(options: ListStayOptions): SharedLists {
  let stay: ListStay | undefined;
  let closed = false;
  const unwatchPage = watchPage({
    onWake: () => (stay ? stay.wake() : enter()),
    onOffline() {},
    onHidden() {},
    onPutAway: leave,
  });
  enter();

  return {
    get role() {
      return stay?.role ?? 'follower';
    },
    reconnect() {
      if (stay) stay.reconnect();
      else if (!closed) enter();
    },
    close() {
      closed = true;
      unwatchPage();
      stay?.close();
      stay = undefined;
    },
  };

  function enter(): void {
    stay = openListStay(options);
  }

  function leave(): void {
    if (!stay) return;
    stay.close();
    stay = undefined;
    options.taker.show({ status: 'released', attempt: 0 }, undefined);
  }
}
