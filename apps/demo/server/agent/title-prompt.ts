import { oneLine } from '../one-line.js';

const MAX_CHARS = 60;

/** What the model is told when it is asked for a title. */
export const TITLE_PROMPT = `You name a conversation by the message that begins it. Answer with the title alone: two to six words in the language of the message, no quotes, no full stop.`;

/**
 * The title in an answer: its first line that says something, without the marks that models like to
 * put around it.
 *
 * @throws Error when nothing is left.
 */
export function titleIn(answer: string): string {
  const line = answer
    .split('\n')
    .map((text) => oneLine(text.replaceAll(/[*_`#>"“”]|\.\s*$/g, '')))
    .find((text) => text !== '');
  if (line === undefined) throw new Error('The model gave no title.');
  // By code points, so that no emoji is cut in half.
  const characters = Array.from(line);
  return characters.length > MAX_CHARS ? `${characters.slice(0, MAX_CHARS).join('')}…` : line;
}
