import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../src/cli/parse.js';
import { commands } from '../../src/cli/run.js';
import { widthOf } from '../../src/cli/text.js';
import { cli } from './capture.js';

const NAMES = 'list why tree events open stats verify export prune schema'.split(' ');

describe('help', () => {
  test('of the program names every command, and every exit code', async () => {
    const { code, out } = await cli(['--help']);
    expect(code).toBe(0);
    for (const name of NAMES) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    for (const exit of [0, 1, 2, 64, 70, 73]) expect(out).toMatch(new RegExp(`^  ${exit} `, 'm'));
  });

  test.each(NAMES)('of %s has its options and examples, in 80 columns', async (name) => {
    const { code, out } = await cli([name, '--help']);
    expect(code).toBe(0);
    const command = commands.find((known) => known.name === name);
    for (const option of Object.keys(command?.options ?? {})) expect(out).toContain(`--${option}`);
    expect(out).toContain(`loop-trace ${command?.examples[0]?.[0]}`);
    for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
    expect((await cli(['help', name])).out).toBe(out);
    expect((await cli([name, 'latest', '-h'])).out).toBe(out);
  });

  test.each(
    commands.flatMap((command) => command.examples.map(([line]) => [line, command] as const)),
  )('an example is a command line: %s', (line, command) => {
    const [name, ...args] = line.split(' ');
    expect(name).toBe(command.name);
    expect(() => parseCommandLine(command, args)).not.toThrow();
  });

  test('of a width that is given keeps to it', async () => {
    for (const line of (await cli(['export', '--help'], { width: 72 })).out.split('\n'))
      expect(widthOf(line)).toBeLessThanOrEqual(72);
  });
});

describe('a command line that is wrong', () => {
  test.each([
    [[], /Usage/],
    [['dance'], /"dance" is no command.*There are: list, why/s],
    [['tree'], /Which session/],
    [['tree', 'a', 'b'], /"b" is too much/],
    [['list', 'a'], /"a" is too much/],
    [['list', '--fast'], /Unknown option '--fast'.*loop-trace list --help/s],
    [['tree', 'a', '--run'], /--run/],
    [['events', 'a', '--from', 'x'], /--from: "x" is no whole number/],
    [['events', 'a', '--since', 'noon'], /--since: "noon" is no time.*15m/s],
    [['export', 'a'], /Which format/],
    [['export', 'a', '--format', 'toString'], /Which format/],
    [['prune'], /What may go/],
    [['prune', '--older-than', '7'], /no duration.*7d/s],
    [['prune', '--max-size', 'big'], /no size.*20MiB/s],
  ])('%j is told with what to do, and ends with 64', async (args, message) => {
    const { code, out, err } = await cli(args);
    expect(code).toBe(64);
    expect(args.length === 0 ? out : err).toMatch(message);
    if (args.length > 0) expect(out).toBe('');
  });
});
