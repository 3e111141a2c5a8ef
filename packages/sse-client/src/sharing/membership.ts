import type { Connection } from '../connection/connection.js';
import type { ListSink } from '../lists/list-sink.js';
import { standForElection } from './election.js';
import { createFollower } from './follower.js';
import { createLeader } from './leader.js';
import {
  decodeListMessage,
  encodeListMessage,
  listMessageForm,
  type ListMessage,
} from './messages.js';
import type { Role } from './role.js';
import type { SharingPlatform } from './sharing-platform.js';

/** What sharing a list stream needs. */
export interface GroupOptions {
  platform: SharingPlatform;
  /** Who shares it: tabs with the same parts, and no others. */
  group: readonly string[];
  sink: ListSink;
  /** How often a follower asks after its leader, in milliseconds. */
  pulseMs: number;
  /** Opens a stream of this tab's own; `isForAll`: others live on it. */
  openStream(sink: ListSink, isForAll: boolean): Connection;
}

/** A tab's time in its group, from a join to the next leave: one role after another. */
export type Membership = Pick<Role, 'name' | 'wake' | 'reconnect' | 'close'>;

/** Joins a group: as a follower, and as its leader as soon as that is this tab's turn. */
export function joinGroup(options: GroupOptions): Membership {
  const { platform, group, sink, pulseMs, openStream } = options;
  const name = JSON.stringify([listMessageForm, ...group]);
  const channel = platform.openChannel(name);
  channel.onmessage = ({ data }) => {
    const message = decodeListMessage(data);
    if (message) role.hear(message);
  };
  let role = follow(0, true);
  const candidate = standForElection({
    locks: platform.locks,
    name,
    onElected: () => change(lead),
    onDeposed: () => change((term) => follow(term, false)),
    onRefused: () => change(beAlone),
  });

  return {
    get name() {
      return role.name;
    },
    wake: () => role.wake(),
    reconnect: () => role.reconnect(),
    close() {
      // In this order the server never sees the next leader's stream beside this one.
      role.close();
      channel.onmessage = null;
      channel.close();
      candidate.withdraw();
    },
  };

  function change(take: (term: number) => Role): void {
    role.close();
    role = take(role.term);
  }

  function follow(term: number, isNew: boolean): Role {
    const takeOver = (): void => candidate.takeOver();
    return createFollower({ term, isNew, sink, pulseMs, post, takeOver });
  }

  function lead(known: number): Role {
    // The clock tells leaders apart that never heard of each other.
    const term = Math.max(known + 1, Date.now());
    return createLeader({ term, sink, post, openStream: (relay) => openStream(relay, true) });
  }

  function beAlone(term: number): Role {
    const { reconnect, close } = openStream(sink, false);
    return { name: 'alone', term, hear() {}, wake() {}, reconnect, close };
  }

  function post(message: ListMessage): void {
    channel.postMessage(encodeListMessage(message));
  }
}
