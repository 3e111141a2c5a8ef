import { EventSource } from 'eventsource';
import { onTestFinished } from 'vitest';
import type { Client } from './received.js';

/** The browser's interface as a package, for Node. */
export const eventSource: Client = {
  name: 'eventsource',
  isThere: true,
  read(url, received) {
    const source = new EventSource(url);
    onTestFinished(() => source.close());
    source.addEventListener('message', ({ lastEventId, data }) => {
      received.add(lastEventId, data as string);
    });
  },
};
