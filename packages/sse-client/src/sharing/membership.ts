import type { Connection } from '../connection/connection.js';
import { standForElection } from './election.js';
import { createFollower } from './follower.js';
import { createLeader } from './leader.js';
import {
  decodeListMessage,
  encodeListMessage,
  listMessageForm,
  type ListMessage,
} from './messages.js';
import type { ListSeat } from './role.js';
import type { ListTaker } from '../lists/list-sink.js';
import type { SharingPlatform } from './sharing-platform.js';

/** What sharing a list stream needs. */
export interface ListStayOptions {
  platform: SharingPlatform;
  /** Who shares it: tabs with the same parts, and no others. */
  group: readonly string[];
  taker: ListTaker;
  /** How often a follower asks after its leader, in milliseconds. */
  pulseMs: number;
  /** Opens a stream of this tab's own; `isForAll`: others live on it. */
  openStream(taker: ListTaker, isForAll: boolean): Connection;
}

/** One stay of a tab in its group, from a join to the next leave. */
export type ListStay = Pick<ListSeat, 'role' | 'wake' | 'reconnect' | 'close'>;

/** Joins a group: as a follower, and as its leader as soon as that is this tab's turn. */
export function openListStay(options: ListStayOptions): ListStay {
  const { platform, group, taker, pulseMs, openStream } = options;
  const name = JSON.stringify([listMessageForm, ...group]);
  const channel = platform.openChannel(name);
  channel.onmessage = ({ data }) => {
    const message = decodeListMessage(data);
    if (message) seat.hear(message);
  };
  let seat = follow(0, true);
  const candidate = standForElection({
    locks: platform.locks,
    name,
    onElected: () => change(lead),
    onDeposed: () => change((term) => follow(term, false)),
    onRefused: () => change(beAlone),
  });

  return {
    get role() {
      return seat.role;
    },
    wake: () => seat.wake(),
    reconnect: () => seat.reconnect(),
    close() {
      // In this order the server never sees the next leader's stream beside this one.
      seat.close();
      channel.onmessage = null;
      channel.close();
      candidate.withdraw();
    },
  };

  function change(take: (term: number) => ListSeat): void {
    seat.close();
    seat = take(seat.term);
  }

  function follow(term: number, isNew: boolean): ListSeat {
    const takeOver = (): void => candidate.takeOver();
    return createFollower({ term, isNew, taker, pulseMs, post, takeOver });
  }

  function lead(known: number): ListSeat {
    // The clock tells leaders apart that never heard of each other.
    const term = Math.max(known + 1, Date.now());
    return createLeader({ term, taker, post, openStream: (relay) => openStream(relay, true) });
  }

  function beAlone(term: number): ListSeat {
    const { reconnect, close } = openStream(taker, false);
    return { role: 'alone', term, hear() {}, wake() {}, reconnect, close };
  }

  function post(message: ListMessage): void {
    channel.postMessage(encodeListMessage(message));
  }
}
