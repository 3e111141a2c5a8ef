import { fenced, type Part, type Script, type ToolOutcome, type Turn } from './script.js';
import { farewell } from './tour-farewell.js';

/**
 * A tour of what an agent does, on the sample project: it looks around, asks, fails, repairs a bug
 * that is really there, and meets a provider that breaks and a context that is full. The last two
 * are played by the model; what the agent does about them is real.
 */
export const tour: Script = {
  fits: (request) => /^\W*(?:(?:take|start|give me) (?:the|a) )?tour\b/i.test(request),
  answer(turn) {
    if (turn.failures > 1) return farewell(turn.summary);
    const [looks, survey] = turn.outcomes;
    if (!looks) return lookAround();
    if (!isSample(looks)) return elsewhere();
    if (!survey) return readTogether();
    return workOn(survey, turn);
  },
};

const FILE = 'src/clock.js';
const BUG = 'const rest = String(seconds % 60);';
const FIX = "const rest = String(seconds % 60).padStart(2, '0');";
const TEST = 'npm test';

/** From here on each step depends on how the ones before have gone. */
function workOn(survey: ToolOutcome[], { outcomes, failures }: Turn): Part[] {
  const done = outcomes.slice(2).flat();
  const tests = done.filter(({ tool }) => tool === 'shell');
  const fix = done.find(({ tool }) => tool === 'edit');
  const isBroken = survey.some(({ text }) => text.includes(BUG));
  if (!tests[0]) return runTests(isBroken);
  if (isBroken && !fix) return repair(tests[0]);
  if (fix && !fix.isError && !tests[0].denied && !tests[1]) return runTestsAgain(fix);
  if (failures === 0) return breakDown(fix, tests.at(-1));
  return done.some(({ tool }) => tool === 'list') ? overflow() : goOn();
}

function lookAround(): Part[] {
  return [
    {
      think:
        'A tour. First the lie of the land: three questions that do not depend on each other, so I ask them at once.',
    },
    {
      say: 'Welcome to the tour. I take you along while I work on this folder; everything that you see is really done. First I **look around**, with three tools side by side.',
    },
    { call: 'list', args: { depth: 2 } },
    { call: 'read', args: { path: 'README.md' } },
    { call: 'search', args: { text: 'TODO' } },
  ];
}

function isSample([listing]: ToolOutcome[]): boolean {
  return ['kettle.js', 'clock.js', 'teas.js'].every((name) => listing?.text.includes(name));
}

function elsewhere(): Part[] {
  return [
    {
      say: [
        'This is not the sample project, so the tour ends here: the rest of it repairs a bug that only the sample project has, and I do not play with your files.',
        'Open the workspace **Sample project** and ask for the tour there. Here you can ask me to look around, to search for a word, to read or change a file, or to run a command.',
      ].join('\n\n'),
    },
  ];
}

function readTogether(): Part[] {
  const calls = [
    { tool: 'read', args: { path: FILE } },
    { tool: 'read', args: { path: 'test/clock.test.js' } },
    { tool: 'search', args: { text: 'formatSeconds' } },
  ];
  return [
    { think: 'The clock is the part with tests. I read both, and look up who uses it.' },
    { say: 'A timer for tea. Now **one tool that calls others**: a batch of small readings.' },
    { call: 'batch', args: { calls } },
  ];
}

function runTests(isBroken: boolean): Part[] {
  return [
    {
      think: isBroken
        ? 'The seconds are not padded, and a test wants "1:05". It must fail. I prove it before I touch anything.'
        : 'This looks right. The tests will tell.',
    },
    {
      say: `I run the tests. A command **asks you first**, unless you have chosen otherwise: allow it, or deny it and see how I go on.`,
    },
    { call: 'shell', args: { command: TEST } },
  ];
}

function repair(test: ToolOutcome): Part[] {
  const seen = test.denied
    ? 'No tests, then; what I have read is enough to see what is wrong.'
    : `**The command has failed**, as it should:\n\n${fenced(failureIn(test.text), 'text')}`;
  return [
    { think: '65 seconds become "1:5" instead of "1:05": the rest has to be two digits long.' },
    {
      say: `${seen}\n\nIn \`${FILE}\` the seconds are not padded. I **change one line**; you see the difference before you allow it.`,
    },
    { call: 'edit', args: { path: FILE, oldText: BUG, newText: FIX } },
  ];
}

function runTestsAgain(fix: ToolOutcome): Part[] {
  return [
    { say: `${fix.text} The same command again, to see whether that was it.` },
    { call: 'shell', args: { command: TEST } },
  ];
}

function breakDown(fix: ToolOutcome | undefined, test: ToolOutcome | undefined): Part[] {
  return [
    {
      say: `${stateOfThings(fix, test)}\n\nNow something that nobody likes: **the model breaks off** in the middle of a sen`,
    },
    { fail: '529 overloaded: the scripted model breaks here, as the tour wants it' },
  ];
}

function stateOfThings(fix: ToolOutcome | undefined, test: ToolOutcome | undefined): string {
  if (fix?.denied) return `You denied the change, so \`${FILE}\` stays as it is.`;
  if (fix?.isError) return `The change did not work: ${fix.text}`;
  if (!fix && test?.denied) return 'You denied the command, and I have found nothing to repair.';
  if (!fix) return 'The bug of this project has been repaired before; I have nothing to change.';
  if (test?.denied) return `\`${FILE}\` is repaired. You denied the tests, so nothing proves it.`;
  if (test?.isError) return `\`${FILE}\` is changed, and yet the tests fail.`;
  return 'All tests pass: the bug is gone.';
}

function goOn(): Part[] {
  return [
    {
      say: 'That was a real failure for the agent: it has waited a moment and **asked again**. The attempt before stays visible and is marked. One more look, so that there is something to go on from.',
    },
    { call: 'list', args: { path: 'src' } },
  ];
}

/** Worded as providers word it: by this the agent knows what to do. */
function overflow(): Part[] {
  return [
    {
      fail: "400 This model's maximum context length is 64000 tokens. The scripted model only says so, as the tour wants it.",
    },
  ];
}

/** What a test runner says went wrong, without its frame and without the folder it is in. */
function failureIn(text: string): string {
  const lines = text.split('\n').filter((line) => !FRAME.test(line));
  const at = lines.findIndex((line) => /AssertionError|not equal|not ok|✖/.test(line));
  return lines.slice(Math.max(0, at), Math.max(0, at) + 4).join('\n');
}

const FRAME = /^\s*(?:$|---|duration_ms|location|failureType|type:)/;
