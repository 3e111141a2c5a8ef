import { readdirSync, readFileSync } from 'node:fs';
import type { AnyEvent } from '@loop/events';

const folder = new URL('../../../fixtures/', import.meta.url);

/** Names of the recorded streams, without their ending. */
export const fixtureNames: string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => file.slice(0, -'.jsonl'.length));

/** The events of a recorded stream. */
export function readFixture(name: string): AnyEvent[] {
  const text = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { event } = JSON.parse(line) as { event?: AnyEvent };
      return event ? [event] : [];
    });
}
