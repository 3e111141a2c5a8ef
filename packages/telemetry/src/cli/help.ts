import type { Command, OptionSpec } from './command.js';
import type { Line } from './output.js';
import { COMMON } from './parse.js';
import { wrapped } from './text.js';

/** What the program can do. */
export function programHelp(commands: readonly Command[], width: number): Line[] {
  return [
    [{ text: 'loop-trace', look: 'bold' }, ' shows what recorded agent sessions did.'],
    '',
    'Usage: loop-trace <command> [<session>] [options]',
    '',
    ...table(
      commands.map(({ name, summary }) => [name, summary]),
      width,
    ),
    '',
    ...wrapped(
      'A session is named by its id, by the start of its id, by the path of its folder, or by the word latest.',
      width,
    ),
    '',
    'Options of every command',
    ...optionTable(COMMON, width),
    '',
    'Exit codes',
    ...table(EXIT_CODES, width),
    '',
    'More on a command: loop-trace <command> --help',
  ];
}

/** How a command is used. */
export function commandHelp(command: Command, width: number): Line[] {
  const { name, summary, session, options = {}, examples, exits } = command;
  const argument =
    session === undefined ? '' : session === 'required' ? ' <session>' : ' [<session>]';
  return [
    [{ text: `loop-trace ${name}`, look: 'bold' }],
    ...wrapped(`${summary}.`, width),
    '',
    `Usage: loop-trace ${name}${argument} [options]`,
    '',
    'Options',
    ...optionTable({ ...options, ...COMMON }, width),
    '',
    'Examples',
    ...examples.flatMap(([line, what]) => [`  loop-trace ${line}`, ...indented(what, width, 6)]),
    '',
    ...wrapped(
      exits === undefined
        ? 'Exit codes: 0, and 2, 64, 70, 73 as for every command.'
        : `Exit codes: 0; 1 ${exits}; 2, 64, 70, 73 as for every command.`,
      width,
    ),
  ];
}

const EXIT_CODES: readonly (readonly [string, string])[] = [
  ['0', 'fine'],
  ['1', 'what was asked for is there, and it is bad: damage, a failed run, something open'],
  ['2', 'there is no such recording or run, or it cannot be read'],
  ['64', 'the command line is wrong'],
  ['70', 'a fault of loop-trace'],
  ['73', 'a file cannot be written, or is there already'],
];

function optionTable(options: Readonly<Record<string, OptionSpec>>, width: number): string[] {
  const rows = Object.entries(options).map(([name, { value, isList, help }]) => {
    const text = isList ? `${help}; may be repeated` : help;
    return [`--${name}${value === undefined ? '' : ` ${value}`}`, text] as const;
  });
  return table(rows, width);
}

function table(rows: readonly (readonly [string, string])[], width: number): string[] {
  const first = Math.max(...rows.map(([left]) => left.length)) + 4;
  return rows.flatMap(([left, right]) => {
    const [start = '', ...rest] = wrapped(right, width - first);
    return [`  ${left}`.padEnd(first) + start, ...rest.map((line) => ' '.repeat(first) + line)];
  });
}

function indented(text: string, width: number, by: number): string[] {
  return wrapped(text, width - by).map((line) => ' '.repeat(by) + line);
}
