import type { AgentTool } from '@earendil-works/pi-agent-core';
import { Type } from '@earendil-works/pi-ai';
import { findInWorkspace } from '../workspace-path.js';
import { MAX_RESULT_CHARS, textResult, type ToolDetails } from './result.js';
import { runCommand, type CommandEnd } from './run-command.js';

const DEFAULT_TIMEOUT_SECONDS = 60;
const MAX_TIMEOUT_SECONDS = 600;
/** While a command runs, each update repeats the end of its output: a page sees a screenful. */
const UPDATE_CHARS = 6_000;
const UPDATE_MS = 100;

const parameters = Type.Object({
  command: Type.String({
    minLength: 1,
    description: 'For /bin/sh, started in the workspace folder',
  }),
  timeoutSeconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TIMEOUT_SECONDS,
      description: `Default: ${DEFAULT_TIMEOUT_SECONDS}`,
    }),
  ),
});

/** Runs a shell command in the workspace at `root` and shows its output as it comes. */
export function createShellTool(root: string): AgentTool<typeof parameters, ToolDetails> {
  return {
    name: 'shell',
    label: 'Run a command',
    description: `Run a shell command. It gets no input and ends with all it started. The last ${MAX_RESULT_CHARS} characters of output are kept.`,
    parameters,
    async execute(
      _toolCallId,
      { command, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS },
      signal,
      onUpdate,
    ) {
      const { absolute } = await findInWorkspace(root, '.');
      const tail = createTail(MAX_RESULT_CHARS);
      const updates = createThrottle(UPDATE_MS, () =>
        onUpdate?.(textResult(tail.text(UPDATE_CHARS), { command })),
      );
      // After the end nothing may be reported any more: pi rejects late updates, unhandled.
      const end = await runCommand({
        command,
        folder: absolute,
        timeoutMs: timeoutSeconds * 1000,
        signal,
        onOutput(text) {
          tail.add(text);
          updates.request();
        },
      }).finally(updates.stop);
      const failed = end.exitCode !== 0;
      return textResult(
        `${tail.text()}${closingLine(end, timeoutSeconds)}`.trim() || '(no output)',
        {
          command,
          ...end,
          ...(tail.cut() && { truncated: true as const }),
          ...(failed && { failed: true as const }),
        },
      );
    },
  };
}

function closingLine({ reason, exitCode }: CommandEnd, timeoutSeconds: number): string {
  if (reason === 'aborted') return '\n[cancelled]';
  if (reason === 'timeout') return `\n[ended after ${timeoutSeconds} s: timeout]`;
  return exitCode === 0 ? '' : `\n[exit code ${exitCode}]`;
}

/** Keeps the end of a text: what a command says last tells most. `text` gives that or less of it. */
function createTail(maxChars: number) {
  let kept = '';
  let total = 0;
  return {
    add(text: string) {
      total += text.length;
      kept = (kept + text).slice(-maxChars);
    },
    cut: () => total > maxChars,
    text(chars = maxChars) {
      return total > chars ? `… (${total - chars} characters before)\n${kept.slice(-chars)}` : kept;
    },
  };
}

/** Calls `work` at once, then at most every `ms`, with a last call for what came in between. */
function createThrottle(ms: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = false;
  function run(): void {
    wanted = false;
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (wanted) run();
    }, ms);
  }
  return {
    request() {
      wanted = true;
      if (timer === undefined) run();
    },
    stop: () => clearTimeout(timer),
  };
}
