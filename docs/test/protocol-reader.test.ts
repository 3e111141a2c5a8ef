import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { applyFrame, type AnyEvent, type SessionEvents } from '@loop/events';
import { openingAt, recordSession, type Recording } from '@loop/events/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { root } from '../src/documents.ts';
import { steps } from './protocol/reader/anything.ts';
import type { View } from './protocol/reader/places.ts';
import { take } from './protocol/reader/view.ts';

const fixtures = join(root, 'fixtures');
const names = readdirSync(fixtures).filter((name) => name.endsWith('.jsonl'));

/** Cuts at which a recording is opened, and frames at which both views are compared, at most. */
const CUTS = 8;
const COMPARED = 200;

describe.each(['native', 'delta'] as const)(
  'a client by the document, %s form',
  (messageUpdates) => {
    it.each(names)('reads %s as ours does', (name) => {
      const events = eventsOf(name);
      readsAlike(recordSession((session) => drive(session, events), { messageUpdates }));
    });

    it('reads anything as ours does', () => {
      const property = fc.property(steps, (all) => {
        const drive = (session: SessionEvents): void => all.forEach((step) => step(session));
        readsAlike(recordSession(drive, { messageUpdates, rounds: 2 }));
      });
      fc.assert(property, { numRuns: 100 });
    });
  },
);

function eventsOf(name: string): AnyEvent[] {
  const lines = readFileSync(join(fixtures, name), 'utf8').split('\n').filter(Boolean);
  return lines.flatMap((line) => (JSON.parse(line) as { event?: AnyEvent }).event ?? []);
}

/** As an agent's bridge does: a run for each start, and settlement. */
function drive(session: SessionEvents, events: readonly AnyEvent[]): void {
  for (const [at, event] of events.entries()) {
    if (event.type === 'agent_start' && session.activeRunId === null) {
      session.accept({ requestId: `request-${at}`, runId: `run-${at}` });
    }
    session.publish(event);
  }
  session.settle();
}

/** From a connection at each cut on, both clients hold the same. */
function readsAlike(recording: Recording): void {
  const { frames } = recording;
  for (let cut = 0; cut <= frames.length; cut += Math.ceil((frames.length + 1) / CUTS)) {
    let theirs: View | undefined;
    let ours: View | undefined;
    for (const frame of [openingAt(recording, cut), ...frames.slice(cut)]) {
      theirs = applyFrame(theirs, frame).view;
      const taken = take(ours, structuredClone(frame));
      if (typeof taken === 'string') throw new Error(`frame ${frame.seq}: ${taken}`);
      ours = taken;
      const isCompared = frame.seq % Math.ceil(frames.length / COMPARED) === 0;
      if (isCompared || frame === frames.at(-1)) isAlike({ cut, ...ours }, { cut, ...theirs });
    }
  }
}

/** An assertion that fails says more; one that holds would cost ten times the comparison. */
function isAlike(ours: object, theirs: object): void {
  if (!isDeepStrictEqual(ours, theirs)) expect(ours).toEqual(theirs);
}
