import { watchPage } from '../platform/page.js';
import { joinGroup, type Membership, type GroupOptions } from './membership.js';
import type { Role } from './role.js';

/** A tab's part in a shared list stream. */
export type SharedLists = Pick<Role, 'name' | 'reconnect' | 'close'>;

/**
 * One stream for all tabs of a group. A lock decides who has it, a channel carries what it brings.
 * Both are let go while the page is put away, as a page that holds them is not kept by browsers,
 * and one that is kept would hold them for nobody. It comes back as a new tab would.
 */
export function shareLists(options: GroupOptions): SharedLists {
  let membership: Membership | undefined;
  let closed = false;
  const unwatchPage = watchPage({
    onWake: () => (membership ? membership.wake() : enter()),
    onOffline() {},
    onHidden() {},
    onPutAway: leave,
  });
  enter();

  return {
    get name() {
      return membership?.name ?? 'follower';
    },
    reconnect() {
      if (membership) membership.reconnect();
      else if (!closed) enter();
    },
    close() {
      closed = true;
      unwatchPage();
      membership?.close();
      membership = undefined;
    },
  };

  function enter(): void {
    membership = joinGroup(options);
  }

  function leave(): void {
    if (!membership) return;
    membership.close();
    membership = undefined;
    options.sink.show({ connection: { status: 'released', attempt: 0 } });
  }
}
