import { fenced, quoted, type Part, type Script, type ToolOutcome } from './script.js';

const SLOW = 'for i in 1 2 3 4 5 6 7 8; do echo "step $i of 8"; sleep 0.5; done';
const FAILING = 'echo "looking for the settings"; cat settings/missing.conf';

/** Runs the command that the request names and says how it went. */
export const runCommandScript: Script = {
  fits: (request) => commandIn(request) !== undefined,
  answer({ request, outcomes }) {
    const command = commandIn(request) ?? '';
    const run = outcomes[0]?.[0];
    if (!run) {
      return [
        { think: `They want \`${command}\` to run. I start it and watch what it prints.` },
        { say: `I run \`${command}\`.` },
        { call: 'shell', args: { command } },
      ];
    }
    if (run.denied) return afterDenial(command, run, outcomes[1]?.[0]);
    return run.isError
      ? afterFailure(run, outcomes[1]?.[0])
      : [{ say: `It ended well.\n\n${output(run)}` }];
  },
};

function commandIn(request: string): string | undefined {
  const isToRun = /\b(run|execute|exec|start)\b/i.test(request);
  // Whatever else is said about it, what somebody has written out is what they mean.
  if (isToRun && quoted(request)) return quoted(request);
  if (/\bfail(s|ing|ure)?\b|\bbroken command\b/i.test(request)) return FAILING;
  if (/\b(slow|progress|long[- ]running|takes? (a while|time))\b/i.test(request)) return SLOW;
  if (!isToRun) return undefined;
  if (/\b(the|my|all|unit) tests?\W*$/i.test(request)) return 'npm test';
  return /\b(?:run|execute|exec|start)\s+(?:the\s+)?(?:command\s+)?(.+?)[.!?]*$/i.exec(
    request,
  )?.[1];
}

/** Goes on with what needs no consent. */
function afterDenial(
  command: string,
  { text }: ToolOutcome,
  look: ToolOutcome | undefined,
): Part[] {
  if (!look) {
    return [
      { think: 'They do not want it to run. Looking at the folder changes nothing: I do that.' },
      { say: `All right, I do not run \`${command}\`. I only look at what is there.` },
      { call: 'list', args: { depth: 1 } },
    ];
  }
  const wish = /They say: ([^]*)$/.exec(text)?.[1];
  return [
    {
      say: [
        `\`${command}\` did not run, because it was denied.`,
        ...(wish === undefined ? [] : [`You say: “${wish}”. I keep to that.`]),
        `This is what the folder holds:\n\n${output(look)}`,
        'Nothing has changed. Run it yourself if you like, or tell me another way.',
      ].join('\n\n'),
    },
  ];
}

function afterFailure(run: ToolOutcome, look: ToolOutcome | undefined): Part[] {
  if (!look) {
    return [
      {
        think:
          'It failed. The output says why; a look at the folder tells whether that can be helped.',
      },
      { say: 'That failed. I look at what is there instead.' },
      { call: 'shell', args: { command: 'ls -a | head -20' } },
    ];
  }
  if (look.denied) {
    return [
      {
        say: `The command failed:\n\n${output(run)}\n\nYou did not want me to look further, so I leave it at that. I changed nothing.`,
      },
    ];
  }
  return [
    {
      say: `The command failed:\n\n${output(run)}\n\nIn the workspace there is:\n\n${output(look)}\n\nI changed nothing. Tell me if I should create what is missing.`,
    },
  ];
}

/** The end of what a command printed. */
function output({ text }: ToolOutcome): string {
  return fenced(text.split('\n').slice(-12).join('\n'), 'text');
}
