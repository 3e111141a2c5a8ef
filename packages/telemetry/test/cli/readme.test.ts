import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-code.js';
import { parseCommandLine } from '../../src/cli/parse.js';
import { commands } from '../../src/cli/run.js';
import { limitsFrom } from '../../src/record/limits.js';
import { scratchFolder } from '../support/scratch.js';
import { cli } from './capture.js';
import { writeCrash, writeTwoRuns } from './sample.js';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  test('names every command, option and exit code', () => {
    for (const { name, options = {} } of commands) {
      expect(readme).toContain(`| \`${name}`);
      for (const option of Object.keys(options)) expect(readme).toContain(`--${option}`);
    }
    for (const code of Object.values(EXIT)) expect(readme).toMatch(new RegExp(`\\b${code} `));
  });

  const lines = [...readme.matchAll(/^loop-trace (?!<)(.*)$/gm)].map(([, line = '']) => line);
  test.each(lines)('shows a command line that is one: loop-trace %s', (line) => {
    const [name, ...args] = line.replace(/ +[#|].*$/, '').split(' ');
    const command = commands.find((known) => known.name === name);
    expect(() => command && parseCommandLine(command, args)).not.toThrow();
    expect(command).toBeDefined();
  });

  test('names every limit', () => {
    for (const name of Object.keys(limitsFrom())) expect(readme).toContain(`\`${name}\``);
  });

  test('names every key of the documents that are printed', async () => {
    const root = await scratchFolder();
    await writeTwoRuns(root);
    await writeCrash(root);
    for (const name of [
      'list',
      'why beta',
      'tree alpha',
      'open',
      'stats alpha',
      'verify alpha',
      'schema',
    ]) {
      const { out } = await cli([...name.split(' '), '--json'], { root });
      const document = JSON.parse(out) as object;
      const [command = ''] = name.split(' ');
      const row = readme
        .split('\n')
        .filter((line) => line.startsWith(`| \`${command}\``))
        .at(-1);
      const [first = document] = Array.isArray(document) ? (document as object[]) : [];
      const keys = command === 'open' ? ['operation', 'sessionId'] : Object.keys(first);
      for (const key of keys) expect(row).toContain(key);
    }
    const { out } = await cli(['tree', 'beta', '--json'], { root });
    const { operations } = JSON.parse(out) as { operations: object[] };
    const shape = /^An operation is `\{(.*)\}`/m.exec(readme)?.[1] ?? '';
    for (const key of operations.flatMap(Object.keys)) expect(shape).toContain(key);
  });
});
