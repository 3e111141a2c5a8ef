import { readdirSync, readFileSync } from 'node:fs';
import type { AnyEvent } from '@loop/events';

const folder = new URL('../../../fixtures/', import.meta.url);

/** What a recorded line holds: an event, or what the person in front of the agent did. */
export interface RecordedLine {
  event?: AnyEvent;
  mark?: string;
  /** On a prompt that was queued instead of starting a run. */
  streamingBehavior?: string;
}

/** Names of the recorded streams, without their ending. */
export const fixtureNames: string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => file.slice(0, -'.jsonl'.length));

/** The lines of a recorded stream. */
export function readFixture(name: string): RecordedLine[] {
  return readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedLine);
}

/** The events of a recorded stream. */
export function eventsOf(name: string): AnyEvent[] {
  return readFixture(name).flatMap(({ event }) => event ?? []);
}
