import { expect, it } from 'vitest';
import { checkCommands } from '../src/commands.ts';
import { checkData } from '../src/data.ts';
import { documentOf, format, type Document, type Problem } from '../src/documents.ts';
import { checkLinks } from '../src/links.ts';
import { checkPaths } from '../src/paths.ts';
import { snippetsOf } from '../src/snippets.ts';
import { typeCheck } from '../src/type-check.ts';

/** A document whose fences are written with `'''`. */
function written(...lines: string[]): Document {
  return documentOf('docs/WRITTEN.md', lines.join('\n').replaceAll("'''", '```'));
}

function found(problems: readonly Problem[]): string[] {
  return problems.map(format);
}

it('a snippet that does not compile is named by its document and line', () => {
  const document = written(
    '# A wrong call',
    '',
    "'''ts",
    "import { formatCursor } from '@loop/events';",
    '',
    "formatCursor({ streamId: 's', seq: '1' });",
    "'''",
  );
  expect(found(typeCheck(snippetsOf(document)))).toEqual([
    expect.stringMatching(/^docs\/WRITTEN\.md:6: TS2322: .*'string'.*'number'/),
  ]);
});

it('a snippet is JSX, or JavaScript, where its fence says so', () => {
  const document = written(
    "'''tsx",
    'export const dot = <b class="dot" />;',
    "'''",
    "'''js",
    "export const name = 'a'.missing();",
    "'''",
  );
  expect(found(typeCheck(snippetsOf(document)))).toEqual([
    expect.stringMatching(/^docs\/WRITTEN\.md:2: TS2322: /),
    expect.stringMatching(/^docs\/WRITTEN\.md:5: TS2339: /),
  ]);
});

it('a block has what the comment before it gives, and nothing else', () => {
  const document = written(
    '<!-- given',
    'declare const limit: number;',
    '-->',
    "'''ts",
    'limit.toFixed();',
    "'''",
    "'''ts",
    'limit.toFixed();',
    "'''",
  );
  expect(found(typeCheck(snippetsOf(document)))).toEqual([
    "docs/WRITTEN.md:8: TS2304: Cannot find name 'limit'.",
  ]);
});

it('a comment that another line of text follows gives nothing', () => {
  const document = written(
    '<!-- given',
    'declare const limit: number;',
    '-->',
    'Text.',
    "'''ts",
    'limit.toFixed();',
    "'''",
  );
  expect(found(typeCheck(snippetsOf(document)))).toHaveLength(1);
});

it('blocks that go on from each other are one module', () => {
  const document = written(
    "'''ts",
    'const limit = 1;',
    'const wrong: string = limit;',
    "'''",
    '<!-- continues',
    'declare const more: number;',
    '-->',
    "'''ts",
    'const sum = limit + more;',
    "'''",
    '<!-- continues -->',
    "'''ts",
    'sum.toFixed();',
    'sum.missing();',
    "'''",
  );
  expect(found(typeCheck(snippetsOf(document)))).toEqual([
    "docs/WRITTEN.md:3: TS2322: Type 'number' is not assignable to type 'string'.",
    "docs/WRITTEN.md:14: TS2339: Property 'missing' does not exist on type 'number'.",
  ]);
});

it('what is no TypeScript does not hide what else is wrong', () => {
  const document = written("'''ts", 'proxy: { a: 1 },', "'''", "'''ts", 'missing();', "'''");
  expect(found(typeCheck(snippetsOf(document)))).toEqual([
    expect.stringMatching(/^docs\/WRITTEN\.md:2: TS1\d{3}: /),
    "docs/WRITTEN.md:5: TS2304: Cannot find name 'missing'.",
  ]);
});

it('JSON is parsed, JSON lines each by itself', () => {
  const document = written("'''json", '{ a: 1 }', "'''", "'''jsonl", '{}', '{', "'''");
  expect(found(checkData(document))).toEqual([
    expect.stringMatching(/^docs\/WRITTEN\.md:2: SyntaxError/),
    expect.stringMatching(/^docs\/WRITTEN\.md:6: SyntaxError/),
  ]);
});

it('a link has to lead to a file, and its anchor to a heading', () => {
  const document = written(
    '# What it does, and `how`',
    '## Twice',
    '## Twice',
    '[a](#what-it-does-and-how) [b](#twice-1) [c](README.md) [d](https://example.com/x)',
    '[e](#twice-2) [f](MISSING.md) [g](../README.md#missing) `[h](MISSING.md)`',
    '<img src="demo-light.png"> <img src="missing.png">',
    '[i]: MISSING.md',
  );
  expect(found(checkLinks(document))).toEqual([
    'docs/WRITTEN.md:5: docs/WRITTEN.md has no heading #twice-2',
    'docs/WRITTEN.md:5: MISSING.md is not there',
    'docs/WRITTEN.md:5: README.md has no heading #missing',
    'docs/WRITTEN.md:6: missing.png is not there',
    'docs/WRITTEN.md:7: MISSING.md is not there',
  ]);
});

it('a path in code has to be there, as far as it is one', () => {
  const document = written(
    '`packages/events/src/missing.ts` and `src/documents.ts`, `src/missing/` and `../missing.md`',
    'packages/missing, no code; `packages/*/README.md`, `packages/<name>/x.ts`, `missing/*.ts`',
    '`packages/missing/*.ts`, `packages/events/dist/index.js`, `text/event-stream`, `and/or`',
    '',
    '    node packages/missing.js',
    '',
    "'''sh",
    'cd packages/events && npx vitest run test/session',
    "'''",
  );
  expect(found(checkPaths(document))).toEqual([
    'docs/WRITTEN.md:5: packages/missing.js is not there',
    'docs/WRITTEN.md:1: packages/events/src/missing.ts is not there',
    'docs/WRITTEN.md:1: src/missing/ is not there',
    'docs/WRITTEN.md:1: ../missing.md is not there',
    'docs/WRITTEN.md:3: packages/missing/ is not there',
  ]);
});

it('a command of npm has to be a script of the root, beside the document or in the folder that is entered', () => {
  const document = written(
    "'''sh",
    'npm test',
    'npm run missing -- --flag && npm run typecheck',
    'cd packages/events && npm run soak',
    'cd packages/events && npm start',
    "'''",
    'Then `npm run other`, not npm run prose.',
  );
  expect(found(checkCommands(document))).toEqual([
    'docs/WRITTEN.md:3: package.json has no script missing',
    'docs/WRITTEN.md:5: packages/events/package.json has no script start',
    'docs/WRITTEN.md:7: package.json has no script other',
  ]);
});
