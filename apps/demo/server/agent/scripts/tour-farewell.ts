import type { Part } from './script.js';

/** The end of the tour: a long answer, by a model that has only a summary left of how it got here. */
export function farewell(summary: string | undefined): Part[] {
  return [
    {
      think:
        'The conversation before this has been summed up. I tell what I still know, and what there was to see.',
    },
    { say: [MEMORY, quote(summary), TEXT].join('\n\n') },
  ];
}

function quote(summary: string | undefined): string {
  if (summary === undefined) return '> Nothing: there is no summary.';
  return summary
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

const MEMORY = `## The end of the tour

Just now I said that my context is full. That was played, but what the agent did about it was not: it took the failed attempt back, asked me for **a summary** of all that had happened, put it in the place of the messages, and asked me again. You still see every message; of what was summed up I only know this:`;

const TEXT = `### What you have seen

| step | what was real about it | where to look again |
|---|---|---|
| three tools side by side | they ran at the same time, on your disk | their cards, above |
| a batch | one call that made others; each has its own card | below the batch |
| a command that asks | the run waited for you, for as long as you liked | the approval's card |
| a command that fails | the exit code came from the project's own tests | its output |
| a change with a difference | one line of a file, and only if you allowed it | \`src/clock.js\` |
| a failure and a second attempt | the agent waited and asked again by itself | the marked attempt |
| a full context | a summary took the place of what was before | the summary, above |

### What is behind it

Everything on this page came as **events, in one order**. The server numbers them, so a page that was away says which number it has seen and gets what it missed. That is why you can do these things at any moment, also in the middle of a sentence:

1. Reload the page: the text goes on where it was.
2. Open a second tab: both show the same, and either can answer a question. The first answer counts.
3. Go offline for a while and come back: nothing is lost, and nothing is there twice.
4. Restart the server: what was running is shown as interrupted, and everything else is as it was.

Two things are kept apart on purpose. **The session** keeps what was said and done, whole and for good: an attempt that failed, the messages before a summary, the end of a command. **The model** is sent what it needs now, and that may be much less. So a conversation can become longer than any model's memory without anybody losing sight of it.

### What to try next

- *Write while I work.* A message can go in between (it steers) or wait until I am done. What waits is shown, and can be taken back.
- *Change how much I may do* below the message field: from reading only to never asking.
- *Call a skill.* This project has one: \`/review src/kettle.js\` hands me the text of \`.loop/skills/review.md\` along with yours. Its \`AGENTS.md\` is handed to me always.
- *Break something*, in the inspector: drop the connection, restart the stream, and watch the page find back.
- *Open a folder of your own* and ask what it is.

With a real model behind an OpenAI-compatible endpoint the same agent does the same things, only that nobody has written down beforehand what it will say.`;
