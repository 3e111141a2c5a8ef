// What a server has to do itself where a library only moves events: number them, keep the last
// ones for those who come back, and know who reads.

/** As many as our own sessions keep. */
const KEPT = 256;

/**
 * @param make an event from a session's name, its number and its size
 * @param deliver hands an event to one reader
 */
export function createChannels(make, deliver) {
  const channels = new Map();

  function channelOf(session) {
    let channel = channels.get(session);
    if (!channel) {
      channel = { seq: 0, events: [], readers: new Set(), openingBytes: 0, opening: undefined };
      channels.set(session, channel);
    }
    return channel;
  }

  return {
    /** Sends what a reader opens with, or has missed; from then on it gets all that comes. */
    join(session, lastEventId, reader) {
      const channel = channelOf(session);
      const seen = Number(lastEventId?.slice(lastEventId.lastIndexOf(':') + 1) ?? NaN);
      if (Number.isNaN(seen)) {
        channel.opening ??= make(session, channel.seq, channel.openingBytes);
        deliver(reader, channel.opening);
      } else {
        for (const event of channel.events.slice(seen - channel.seq)) deliver(reader, event);
      }
      channel.readers.add(reader);
    },
    leave: (session, reader) => void channelOf(session).readers.delete(reader),
    publish(session, size) {
      const channel = channelOf(session);
      const event = make(session, ++channel.seq, size);
      channel.opening = undefined;
      channel.events.push(event);
      if (channel.events.length > KEPT) channel.events.shift();
      for (const reader of channel.readers) deliver(reader, event);
    },
    /** Whoever comes anew is sent this much first. */
    prepareSnapshot(session, bytes) {
      const channel = channelOf(session);
      channel.openingBytes = bytes;
      channel.opening = undefined;
    },
  };
}
