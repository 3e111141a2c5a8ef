/**
 * What a terminal would obey, or a reader would not see: control characters, marks that turn the
 * direction of text, invisible ones and tags, halves of surrogate pairs.
 */
const HOSTILE =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/**
 * Text that is safe to print, whatever it holds: recorded content is hostile input. Escapes as JSON
 * does, so that a line of JSON stays the same JSON. All output passes through here.
 */
export function neutral(text: string): string {
  return text.replace(HOSTILE, (found) => {
    let escaped = '';
    for (let unit = 0; unit < found.length; unit++) {
      escaped += `\\u${found.charCodeAt(unit).toString(16).padStart(4, '0')}`;
    }
    return escaped;
  });
}
