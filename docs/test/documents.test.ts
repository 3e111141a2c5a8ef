import { beforeAll, describe, expect, it } from 'vitest';
import { checkCommands } from '../src/commands.ts';
import { checkData } from '../src/data.ts';
import { format, readDocuments, type Problem } from '../src/documents.ts';
import { checkLinks } from '../src/links.ts';
import { checkPaths } from '../src/paths.ts';
import { snippetsOf } from '../src/snippets.ts';
import { typeCheck } from '../src/type-check.ts';

const documents = readDocuments();
let compilerSays: Problem[];

beforeAll(() => {
  compilerSays = typeCheck(documents.flatMap(snippetsOf));
}, 120_000);

it('there are documents, with code', () => {
  expect(documents.map(({ name }) => name)).toContain('README.md');
  expect(documents.flatMap(snippetsOf).length).toBeGreaterThan(10);
});

describe.each(documents)('$name', (document) => {
  it('code compiles', () => {
    const own = compilerSays.filter((problem) => problem.document === document.name);
    expect(own.map(format)).toEqual([]);
  });

  it.each([
    ['JSON is JSON', checkData],
    ['links lead somewhere', checkLinks],
    ['paths are there', checkPaths],
    ['commands exist', checkCommands],
  ])('%s', (_, check) => {
    expect(check(document).map(format)).toEqual([]);
  });
});
