import { readDocument } from '../../src/documents.ts';
import { rowsUnder } from '../../src/section.ts';

export const document = readDocument('TRACE-FORMAT.md');

/** The tables' rows under a heading, their cells without marks. */
export function tableUnder(heading: string): string[][] {
  return rowsUnder(document, heading).map((row) => row.map((cell) => cell.replaceAll('`', '')));
}

/** Their first cells. */
export function namesUnder(heading: string): string[] {
  return tableUnder(heading).map(([name = '']) => name);
}
