import type { Script } from './script.js';

/** A long answer without tools: to scroll, to interrupt, to reload in the middle. */
export const longAnswer: Script = {
  fits: (request) =>
    /\b(long|essay|explain|story|detail(s|ed)?|how (does|do) (it|this|that|you|events))\b/i.test(
      request,
    ),
  answer: () => [
    {
      think:
        'A long answer is wanted. I order it: first what a reader sees, then what travels, then what happens when something breaks, and at the end how to try it.',
    },
    { say: LONG_ANSWER },
  ],
};

/** Markdown of many kinds: headings, a table, code, a quotation, lists. */
export const LONG_ANSWER = `## How this page stays current

You read this while it is being written. Nobody sends you the finished text: small pieces arrive, and the page puts them in their place. This answer explains how, and it is long on purpose: reload the page in the middle of it, open a second tab, close the lid of your computer. The text will be whole.

### What you see

Each message has a number in its session, given once and never changed. A message that grows is a *draft*; when it is complete, the complete message takes the draft's place. A tool shows what it prints while it runs; its result arrives later as a message of its own, and the page shows it once.

### What travels

The server writes down what the agent does as **events** and puts each one into a **frame**. A frame has a position: the name of its stream and a number.

\`\`\`json
{
  "type": "loop.event",
  "sessionId": "42",
  "streamId": "k3v9",
  "seq": 1207,
  "messageIndex": 18,
  "event": { "type": "message_update" }
}
\`\`\`

Frames leave the server in one order for everybody. A page that has seen frame 1207 knows that frame 1208 comes next; if 1209 comes instead, something is missing, and the page asks for a fresh start instead of guessing.

### What happens when the line breaks

| what happens | what the page does | what the server sends |
|---|---|---|
| a short gap | connects again and names its position | the frames since then |
| a long gap | the same | one snapshot of the latest rounds |
| the server restarts | the same | a snapshot of another stream |
| a slow reader | nothing | it skips what it can, never a half frame |
| a second tab | opens its own line | a snapshot, then the same frames |

Between reading the position and going live there is no waiting. That one rule closes the hole through which words get lost:

1. The page says where it is.
2. The server looks whether it still holds everything after that.
3. If so, these frames leave; otherwise a snapshot leaves.
4. From that very moment on, new frames follow.

Steps two to four are one step for the program: nothing else can happen in between.

### Why a snapshot and a replay must agree

Imagine two readers. One has been there from the first word and has put every piece in its place. The other opens the page now and gets a snapshot. If the two pages differ in a single letter, one of them lies. So there is one fold, the same on the server and in the page, and a test that cuts recorded streams at every place and compares both ways:

\`\`\`ts
for (const cut of everyPosition(recording)) {
  const early = fold(emptyView, recording);
  const late = fold(snapshotAt(recording, cut), recording.slice(cut));
  expect(windowOf(late)).toEqual(windowOf(early));
}
\`\`\`

### What is kept, and what is not

- The latest frames are kept in memory, up to a number and up to a size, whichever comes first.
- The latest three rounds are in every snapshot. A round begins with what a person writes.
- Earlier rounds load when you scroll up. Their numbers stay what they were.
- A replay is no archive: after a restart the session's file counts, and what was running is shown as interrupted.

> A reader is cut off for what it had the chance to read, never for the size of what was sent.

### Questions, and who answers them

Some tools ask before they act. The question belongs to the session, not to the tab: any tab may answer, the first answer counts, and the others learn that it is decided. Nobody's leaving decides anything. If you close every tab, the question waits; when you come back, it is still there.

### How to try it

1. Ask for something with tools, for instance: *run something slow*.
2. Reload while it runs: the output goes on where it was.
3. Write a second message while the first one is answered: it waits in the queue, visible, and can be taken back.
4. Cancel in the middle of a sentence: the sentence stays as far as it came, marked as interrupted.
5. Ask for an *outage*: the failed attempt stays, and the next one answers.

That is all there is to it: events in order, a position for every reader, one fold for everybody, and no waiting in the one place where waiting would lose something.
`;
