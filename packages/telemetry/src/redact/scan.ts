import { createLiteralFinder } from './literals.js';
import type { Match, Pattern } from './pattern.js';
import type { Work } from './work.js';

/** What asking one pattern at one place counts for, beside the characters that its answer rests on. */
const WORK_OF_A_PLACE = 32;

/** Finds what patterns say about a text. */
export type Scan = (text: string, work: Work) => Match[];

/** @throws RedactionError from the scan, when there is more work than is left. */
export function createScan(patterns: readonly Pattern[]): Scan {
  const find = createLiteralFinder(patterns.map(({ literals }) => literals));

  return (text, work) => {
    const matches: Match[] = [];
    let askedUpTo: Map<number, number> | undefined;
    let edge = 0;

    work.spend(text.length);
    find(text, (index, start, end) => {
      // A pattern is not asked again within what it has answered.
      if (start < (askedUpTo?.get(index) ?? 0)) return;
      work.spend(WORK_OF_A_PLACE);
      const match = patterns[index]!.match(text, start, end, edge);
      if (!match) return;
      work.spend(match.to - match.from);
      matches.push(match);
      askedUpTo ??= new Map();
      askedUpTo.set(index, match.resumeAt ?? match.to);
      edge = match.spans.at(-1)?.end ?? edge;
    });
    return matches;
  };
}
