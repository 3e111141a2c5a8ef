// Channels for libraries that are handed an object and do the rest for each connection.
import { dataOf } from './frame.mjs';

export function perConnection() {
  const channels = new Map();

  function channelOf(session) {
    if (!channels.has(session)) channels.set(session, { seq: 0, events: [], readers: new Set() });
    return channels.get(session);
  }

  return {
    /** Sends what a reader has missed, or opens with, and all that comes. @returns the way out */
    join(session, lastEventId, send) {
      const channel = channelOf(session);
      const seen = Number(/:(\d+)$/.exec(lastEventId ?? '')?.[1] ?? NaN);
      if (Number.isNaN(seen)) send(channel.opening ?? dataOf(session, 0, 0));
      else for (const data of channel.events.slice(seen - channel.seq)) send(data);
      channel.readers.add(send);
      return () => channel.readers.delete(send);
    },
    publish(session, size) {
      const channel = channelOf(session);
      const data = dataOf(session, ++channel.seq, size);
      channel.events.push(data);
      if (channel.events.length > 256) channel.events.shift();
      for (const send of channel.readers) send(data);
    },
    prepareSnapshot(session, bytes) {
      channelOf(session).opening = dataOf(session, 0, bytes);
    },
  };
}
