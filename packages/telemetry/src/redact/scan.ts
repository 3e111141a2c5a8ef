import { createLiteralFinder } from './literals.js';
import type { Match, Pattern } from './pattern.js';
import { RedactionError } from './redaction-error.js';

/** What asking one pattern at one place counts for, beside the text's own characters. */
const WORK_OF_A_PLACE = 32;

/** Finds what patterns say about a text. `otherWork` is what else it costs, in characters. */
export type Scan = (text: string, otherWork: number) => Match[];

/**
 * @param maxWork the most characters and places that one text may cost.
 * @throws RedactionError from the scan, when a text costs more.
 */
export function createScan(patterns: readonly Pattern[], maxWork: number): Scan {
  const find = createLiteralFinder(patterns.map(({ literals }) => literals));

  return (text, otherWork) => {
    const matches: Match[] = [];
    let askedUpTo: Map<number, number> | undefined;
    let work = text.length + otherWork;

    checkWork(work);
    find(text, (index, start, end) => {
      // A pattern is not asked again within what it has answered.
      if (start < (askedUpTo?.get(index) ?? 0)) return;
      checkWork((work += WORK_OF_A_PLACE));
      const match = patterns[index]!.match(text, start, end);
      if (!match) return;
      matches.push(match);
      askedUpTo ??= new Map();
      askedUpTo.set(index, match.resumeAt ?? match.to);
    });
    return matches;
  };

  function checkWork(work: number): void {
    if (work <= maxWork) return;
    throw new RedactionError(
      `Looking for credentials would take more work than is allowed (maxWork ${maxWork}): the text must not be let out.`,
    );
  }
}
