/** Where a credential stands in a text. */
export interface Position {
  readonly label: string;
  place(text: string): string;
  /** JSON before and after. */
  readonly isJson?: true;
}

/** Fits every text. */
export const POSITIONS: readonly Position[] = [
  { label: 'alone', place: (text) => text },
  { label: 'in prose', place: (text) => `The agent was given ${text} and went on.` },
  { label: 'in quotes', place: (text) => `it said '${text}', then` },
  { label: 'on a line', place: (text) => `first line\n${text}\nlast line` },
  { label: 'in a diff', place: (text) => `@@ -1 +1 @@\n-${text}\n+${text}\n context` },
  { label: 'in JSON', place: (text) => JSON.stringify({ note: text, n: 1 }), isJson: true },
  {
    label: 'in JSON, at the end of lines',
    place: (text) => JSON.stringify({ note: `line\n${text}\n\tline` }),
    isJson: true,
  },
  {
    label: 'in JSON in JSON',
    place: (text) => JSON.stringify({ body: JSON.stringify({ note: text, n: 1 }) }),
    isJson: true,
  },
  { label: 'encoded', place: (text) => `https://a.example/?n=${encodeURIComponent(text)}&x=1` },
  {
    label: 'encoded twice',
    place: (text) =>
      `to https://a.example/?n=${encodeURIComponent(`/?m=${encodeURIComponent(text)}`)}`,
  },
  {
    label: 'in JSON in JSON in JSON',
    place: (text) => JSON.stringify([JSON.stringify([JSON.stringify([text, 1])])]),
    isJson: true,
  },
];

/** Fits what says itself that it is a credential. */
export const BARE_POSITIONS: readonly Position[] = [
  { label: 'in an environment', place: (text) => `PORT=80\nSERVICE_VALUE=${text}\nDEBUG=1` },
  { label: 'in a header', place: (text) => `Accept: */*\r\nX-Note: ${text}\r\nHost: a.example` },
  { label: 'in a query', place: (text) => `https://a.example/p?v=${encodeURIComponent(text)}&x=1` },
  { label: 'in a path', place: (text) => `https://a.example/p/${text}/x` },
  { label: 'in a list', place: (text) => `one,${text},three` },
  { label: 'in colour', place: (text) => `\u001B[31m${text}\u001B[0m` },
  {
    label: 'behind an escaped colour',
    place: (text) => String.raw`\u001b[1;31m` + text + String.raw`\u001b[0m`,
  },
  { label: 'in Markdown', place: (text) => `- **value**: \`${text}\`` },
  { label: 'behind a sentence', place: (text) => `Look.${text} is it` },
];
