/** Controls, and what turns or hides text: a value must look like what it is. */
const UNSEEN = /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A value as JSON writes it, with everything escaped that one would not see. */
export function literal(value: unknown): string {
  // Preact has no words for what JSON does not know either.
  return (JSON.stringify(value) ?? String(value)).replaceAll(UNSEEN, escape);
}

function escape(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
