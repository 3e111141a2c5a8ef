import type { Script } from './script.js';

/** Says what this model can do, when it is greeted or asked. */
export const help: Script = {
  fits: (request) =>
    /^\W*(hi|hello|hey|help|what can you do|good (morning|day|evening))\b[\s\w]{0,12}\W*$/i.test(
      request,
    ),
  answer: () => [{ say: TEXT }],
};

const TEXT = `Hello. I am the scripted model: I need no network, follow a few scripts, and really use the tools on the files of this workspace. Try for instance:

- *Take the tour*
- *What is this project?*
- *Read README.md*
- *Search for "TODO"*
- *Add "a thought" to NOTES.md*, or *replace "old" with "new" in README.md*
- *Run \`ls -la\`*, *run something slow*, or *run a failing command*
- *Do several things in parallel*
- *Explain how this page stays current*
- *Simulate an outage*

Deny what I ask for, and see how I go on.

With a real model behind an OpenAI-compatible endpoint, ask whatever you like.`;
