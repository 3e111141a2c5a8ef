import { LoopTelemetryError } from '../errors.js';
import type { Call, Command } from './command.js';
import { events } from './commands/events.js';
import { exportCommand } from './commands/export.js';
import { list } from './commands/list.js';
import { open } from './commands/open.js';
import { prune } from './commands/prune.js';
import { schema } from './commands/schema.js';
import { stats } from './commands/stats.js';
import { tree } from './commands/tree.js';
import { verify } from './commands/verify.js';
import { why } from './commands/why.js';
import { CommandError, EXIT, type ExitCode, usage } from './exit-code.js';
import { commandHelp, programHelp } from './help.js';
import { parseCommandLine } from './parse.js';

/** All commands, in the order in which help names them. */
export const commands: readonly Command[] = [
  list,
  why,
  tree,
  events,
  open,
  stats,
  verify,
  exportCommand,
  prune,
  schema,
];

/** What a command line runs in. */
export interface Surroundings extends Pick<Call, 'out' | 'now' | 'signal'> {
  /** Where recordings are, if the command line does not say. */
  root: string;
}

/** Runs a command line, without the program's name. Never rejects: all there is to say is printed. */
export async function run(
  args: readonly string[],
  { root, ...surroundings }: Surroundings,
): Promise<ExitCode> {
  const { out } = surroundings;
  try {
    const [name, ...rest] = args;
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      const command = rest[0] === undefined ? undefined : commandOf(rest[0]);
      await out.print(
        ...(command ? commandHelp(command, out.width) : programHelp(commands, out.width)),
      );
      return name === undefined ? EXIT.usage : EXIT.fine;
    }
    const command = commandOf(name);
    if (rest.includes('--help') || rest.includes('-h')) {
      await out.print(...commandHelp(command, out.width));
      return EXIT.fine;
    }
    const parsed = parseCommandLine(command, rest);
    return await command.run({ ...parsed, ...surroundings, root: parsed.value('root') ?? root });
  } catch (error) {
    return await explained(error, out);
  }
}

function commandOf(name: string): Command {
  const command = commands.find((known) => known.name === name);
  if (command) return command;
  throw usage(
    `"${name}" is no command.`,
    `There are: ${commands.map((known) => known.name).join(', ')}.`,
  );
}

async function explained(error: unknown, out: Call['out']): Promise<ExitCode> {
  const say = (message: string, hint?: string): Promise<void> =>
    out.warn(
      [{ text: 'loop-trace: ', look: 'red' }, message],
      ...(hint === undefined ? [] : [`  ${hint}`]),
    );
  if (error instanceof CommandError) {
    await say(error.message, error.hint);
    return error.exit;
  }
  if (error instanceof LoopTelemetryError) {
    await say(error.message);
    return error.code === 'invalid-option' ? EXIT.usage : EXIT.unreadable;
  }
  if (error instanceof RangeError) {
    await say('A record nests deeper than can be shown.', 'Other records: --from and --to.');
    return EXIT.unreadable;
  }
  await say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT.internal;
}
