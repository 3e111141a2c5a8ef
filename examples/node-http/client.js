// A reader without our client: fetch, a parser, and the id of the last frame.
import { EventSourceParserStream } from 'eventsource-parser/stream';

/** @import { SessionFrame } from '@loop/events' */

/**
 * Reads frames, from the one behind `lastEventId` on if the server still has them. Ends when its
 * reader leaves the loop, and throws when the connection breaks: then call it again.
 *
 * @param {string} url
 * @param {string} [lastEventId]
 * @returns {AsyncGenerator<{ id: string, frame: SessionFrame }, void, undefined>}
 */
export async function* readFrames(url, lastEventId) {
  const leaving = new AbortController();
  try {
    const headers = new Headers(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId });
    const response = await fetch(url, { headers, signal: leaving.signal });
    if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}.`);
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { event, id, data } of events) {
      // Events with a name are heartbeats.
      if (event === undefined) yield { id: id ?? '', frame: JSON.parse(data) };
    }
  } finally {
    leaving.abort();
  }
}
