import type { Document, Problem } from './documents.ts';

/** Blocks of JSON, and of JSON lines, that are none. */
export function checkData({ name, blocks }: Document): Problem[] {
  return blocks.flatMap(({ language, text, line }) => {
    if (language === 'json') return problemOf(name, line, text);
    if (language !== 'jsonl') return [];
    return text.split('\n').flatMap((each, index) => problemOf(name, line + index, each));
  });
}

function problemOf(document: string, line: number, json: string): Problem[] {
  try {
    JSON.parse(json);
    return [];
  } catch (error) {
    return [{ document, line, message: String(error) }];
  }
}
