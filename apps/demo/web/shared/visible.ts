/** What a terminal acts upon instead of showing it: colours, cursor movements, window titles, links. */
const TERMINAL = new RegExp(
  [
    // Operating system commands and other strings, up to their end.
    '\\u001b[\\]PX^_][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\|$)',
    // Control sequences.
    '\\u001b\\[[0-?]*[ -/]*[@-~]',
    // Everything shorter.
    '\\u001b[ -/]*[0-~]',
  ].join('|'),
  'g',
);

/**
 * What would not be seen, or what would change how the others are read: control characters,
 * invisible ones, changes of direction, line ends that are none elsewhere. What chooses between two
 * looks of an emoji is seen by that.
 */
const HIDDEN =
  /(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const SHOWN: ReadonlySet<string> = new Set(['\n', '\t']);

/**
 * The text with every such character written out. The server writes them in the same way where it
 * asks for an approval.
 */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, (found) =>
    SHOWN.has(found) ? found : `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );
}

/** What a program wrote for a terminal, as a text: nothing of it is hidden by what came later. */
export function terminalText(output: string): string {
  return visible(output.replaceAll(TERMINAL, '').replaceAll(/\r+\n?/g, '\n'));
}
