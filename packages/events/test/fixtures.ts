/// <reference types="vite/types/importMeta.d.ts" />
import type { AnyEvent } from '@loop/events';

// Vite reads them, so that a browser has them, too.
const texts = import.meta.glob<string>('../../../fixtures/*.jsonl', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const byName = new Map(
  Object.entries(texts).map(([path, text]) => [/([^/]+)\.jsonl$/.exec(path)?.[1] ?? path, text]),
);

/** Names of the recorded streams, without their ending. */
export const fixtureNames: string[] = [...byName.keys()];

/** The events of a recorded stream. */
export function readFixture(name: string): AnyEvent[] {
  return (byName.get(name) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { event } = JSON.parse(line) as { event?: AnyEvent };
      return event ? [event] : [];
    });
}
