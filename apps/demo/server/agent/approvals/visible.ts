/**
 * The text with every character written out that a page would not show, or that would change how
 * the others are read: control characters, invisible ones, changes of direction.
 */
export function visible(text: string): string {
  return text.replaceAll(/\r\n|[\p{Cc}\p{Cf}]/gu, (found) =>
    SHOWN.has(found) ? found : `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );
}

const SHOWN: ReadonlySet<string> = new Set(['\n', '\r\n', '\t']);
