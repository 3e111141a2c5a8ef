import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Call, Command, OptionSpec } from './command.js';
import { usage } from './exit-code.js';

/** Options of every command. */
export const COMMON: Readonly<Record<string, OptionSpec>> = {
  root: { value: 'DIR', help: 'where recordings are kept; else LOOP_TRACE_ROOT, else .loop-data' },
  json: { help: 'print JSON, for programs' },
  help: { help: 'this help' },
};

/** What a command line says, as far as the command is concerned. */
export type Parsed = Pick<Call, 'session' | 'json' | 'has' | 'value' | 'values'>;

/** @throws CommandError for what the command does not know */
export function parseCommandLine(command: Command, args: readonly string[]): Parsed {
  const specs = { ...COMMON, ...command.options };
  const { values, positionals } = parsed(command, specs, args);
  const [session, ...more] = positionals;
  const excess = command.session === undefined ? session : more[0];
  if (excess !== undefined) throw usage(`"${excess}" is too much.`, helpHint(command));
  if (session === undefined && command.session === 'required')
    throw usage('Which session?', 'Name it by its id or the start of it, a path, or: latest.');
  return {
    session,
    json: values['json'] === true,
    has: (option) => values[option] !== undefined,
    value: (option) => listed(values[option])[0],
    values: (option) => listed(values[option]),
  };
}

function parsed(
  command: Command,
  specs: Readonly<Record<string, OptionSpec>>,
  args: readonly string[],
): { values: Record<string, unknown>; positionals: string[] } {
  const options: ParseArgsConfig['options'] = {};
  for (const [name, { value, isList = false }] of Object.entries(specs)) {
    options[name] = { type: value === undefined ? 'boolean' : 'string', multiple: isList };
  }
  options['help'] = { type: 'boolean', short: 'h' };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Its messages go on with advice that does not fit here.
    const [first = ''] = String((error as Error).message).split('. ');
    throw usage(`${first.replace(/\.?$/, '.')}`, helpHint(command));
  }
}

function listed(value: unknown): string[] {
  if (Array.isArray(value)) return value as string[];
  return typeof value === 'string' ? [value] : [];
}

function helpHint({ name }: Command): string {
  return `See: loop-trace ${name} --help`;
}
