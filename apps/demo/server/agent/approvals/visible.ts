/**
 * What a page would not show, or what would change how the others are read: control characters,
 * invisible ones, changes of direction, line ends that are none for a shell. What chooses between
 * two looks of an emoji is seen by that.
 */
const HIDDEN =
  /\r\n|(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const SHOWN: ReadonlySet<string> = new Set(['\n', '\r\n', '\t']);

/** The text with every such character written out. */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, (found) =>
    SHOWN.has(found) ? found : `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );
}
