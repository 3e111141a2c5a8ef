import { onTestFinished } from 'vitest';
import { eventsOf } from '../support/stream-reader.js';
import type { Client, Received } from './received.js';

/** What people write themselves: `fetch`, a parser, and the header on the way back. */
export const fetchParser: Client = {
  name: 'eventsource-parser over fetch',
  isThere: true,
  read(url, received) {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    void readOn(url, received, abort.signal);
  },
};

async function readOn(url: string, received: Received, signal: AbortSignal): Promise<void> {
  let lastId: string | undefined;
  while (!signal.aborted) {
    try {
      const headers: HeadersInit = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
      const response = await fetch(url, { headers, signal });
      const events = eventsOf(response.body!).getReader();
      for (let next = await events.read(); !next.done; next = await events.read()) {
        const { event, id, data } = next.value;
        if (id !== undefined) lastId = id;
        if (event === undefined) received.add(lastId ?? '', data);
      }
    } catch {
      // Cut: on from the last id.
    }
  }
}
