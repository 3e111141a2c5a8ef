import { neutral } from './neutral.js';

/** Columns that a terminal takes for a text. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

/** A text on one line, safe to print, in at most so many columns; `…` stands for what is cut. */
export function cut(text: string, columns: number): string {
  const limit = Math.max(0, columns);
  // A text far longer than the line is not looked at to its end; marks without width are few.
  const safe = neutral(
    text
      .slice(0, 8 * limit + 64)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const isWhole = text.length <= 8 * limit + 64 && safe.length <= 4 * limit;
  if (isWhole && widthOf(safe) <= limit) return safe;
  let kept = '';
  let width = 0;
  for (const char of safe) {
    width += charWidth(char);
    if (width > limit - 1 || kept.length >= 4 * limit) break;
    kept += char;
  }
  return limit === 0 ? '' : `${kept}…`;
}

/** The same in exactly so many columns. */
export function column(text: string, columns: number): string {
  const shown = cut(text, columns);
  return shown + ' '.repeat(Math.max(0, columns - widthOf(shown)));
}

/** The same, at the column's right edge: numbers. */
export function rightColumn(text: string, columns: number): string {
  const shown = cut(text, columns);
  return ' '.repeat(Math.max(0, columns - widthOf(shown))) + shown;
}

/** A text in lines of at most so many columns, broken at spaces where there are any. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => cut(part, columns))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function charWidth(char: string): number {
  if (/^(?:\p{M}|\u200c|\u200d)/u.test(char)) return 0;
  return WIDE.test(char) ? 2 : 1;
}

/** Scripts of full width, and pictures. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1faff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}/u;
