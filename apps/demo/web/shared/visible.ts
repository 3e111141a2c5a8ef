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

const SHOWN: ReadonlySet<string> = new Set(['\n', '\t']);

/**
 * The text with every character written out that would not be seen, or that would change how the
 * others are read: control characters, invisible ones, changes of direction. The server writes them
 * in the same way where it asks for an approval.
 */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (found) =>
    SHOWN.has(found) ? found : `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );
}

/** What a program wrote for a terminal, as a text: nothing of it is hidden by what came later. */
export function terminalText(output: string): string {
  return visible(output.replaceAll(TERMINAL, '').replaceAll(/\r+\n?/g, '\n'));
}
