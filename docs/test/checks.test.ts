import { beforeAll, describe, expect, it } from 'vitest';
import { checkCommands } from '../src/commands.ts';
import { checkData } from '../src/data.ts';
import { documentOf, format, type Document, type Problem } from '../src/documents.ts';
import { checkLinks } from '../src/links.ts';
import { checkPaths } from '../src/paths.ts';
import { snippetsOf } from '../src/snippets.ts';
import { typeCheck } from '../src/type-check.ts';

/** A document whose fences are written with `'''`. */
function written(lines: string[], name = 'docs/WRITTEN.md'): Document {
  return documentOf(name, lines.join('\n').replaceAll("'''", '```'));
}

function found(problems: readonly Problem[]): string[] {
  return problems.map(format);
}

/** What the compiler says of a document's code: its problems as lines, without the document's name. */
interface CodeCase {
  what: string;
  lines: string[];
  says: unknown[];
}

const codeCases: CodeCase[] = [
  {
    what: 'a snippet that does not compile is named by its document and line',
    lines: [
      '# A wrong call',
      '',
      "'''ts",
      "import { formatCursor } from '@loop/events';",
      '',
      "formatCursor({ streamId: 's', seq: '1' });",
      "'''",
    ],
    says: [expect.stringMatching(/^6: TS2322: .*'string'.*'number'/)],
  },
  {
    what: 'a snippet is JSX, or JavaScript, where its fence says so',
    lines: [
      "'''tsx",
      'export const dot = <b class="dot" />;',
      "'''",
      "'''js",
      "export const name = 'a'.missing();",
      "'''",
    ],
    says: [expect.stringMatching(/^2: TS2322: /), expect.stringMatching(/^5: TS2339: /)],
  },
  {
    what: 'a block has what the comment before it gives, and nothing else',
    lines: [
      '<!-- given',
      'declare const limit: number;',
      '-->',
      "'''ts",
      'limit.toFixed();',
      "'''",
      "'''ts",
      'limit.toFixed();',
      "'''",
    ],
    says: ["8: TS2304: Cannot find name 'limit'."],
  },
  {
    what: 'a comment that another line of text follows gives nothing',
    lines: [
      '<!-- given',
      'declare const limit: number;',
      '-->',
      'Text.',
      "'''ts",
      'limit.toFixed();',
      "'''",
    ],
    says: ["6: TS2304: Cannot find name 'limit'."],
  },
  {
    what: 'blocks that go on from each other are one module',
    lines: [
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
    ],
    says: [
      "3: TS2322: Type 'number' is not assignable to type 'string'.",
      "14: TS2339: Property 'missing' does not exist on type 'number'.",
    ],
  },
  {
    what: 'what is no TypeScript does not hide what else is wrong, here or elsewhere',
    lines: ["'''ts", 'proxy: { a: 1 },', "'''", "'''ts", 'missing();', "'''"],
    says: [expect.stringMatching(/^2: TS1\d{3}: /), "5: TS2304: Cannot find name 'missing'."],
  },
];

describe('code', () => {
  // All in one go: most of the compiler's time is its start.
  const documents = codeCases.map(({ lines }, n) => written(lines, `docs/WRITTEN-${n}.md`));
  let problems: string[];

  beforeAll(() => {
    problems = found(typeCheck(documents.flatMap(snippetsOf)));
  });

  it.each(codeCases.map(({ what, says }, n) => [what, says, documents[n]!.name] as const))(
    '%s',
    (_, says, name) => {
      const own = problems.filter((problem) => problem.startsWith(`${name}:`));
      expect(own.map((problem) => problem.slice(name.length + 1))).toEqual(says);
    },
  );
});

it('JSON is parsed, JSON lines each by itself', () => {
  const document = written(["'''json", '{ a: 1 }', "'''", "'''jsonl", '{}', '{', "'''"]);
  expect(found(checkData(document))).toEqual([
    expect.stringMatching(/^docs\/WRITTEN\.md:2: SyntaxError/),
    expect.stringMatching(/^docs\/WRITTEN\.md:6: SyntaxError/),
  ]);
});

it('a link has to lead to a file, and its anchor to a heading', () => {
  const document = written([
    '# What it does, and `how`',
    '## Twice',
    '## Twice',
    '[a](#what-it-does-and-how) [b](#twice-1) [c](README.md) [d](https://example.com/x)',
    '[e](#twice-2) [f](MISSING.md) [g](../README.md#missing) `[h](MISSING.md)`',
    '<img src="demo-light.png"> <img src="missing.png">',
    '[i]: MISSING.md',
  ]);
  expect(found(checkLinks(document))).toEqual([
    'docs/WRITTEN.md:5: docs/WRITTEN.md has no heading #twice-2',
    'docs/WRITTEN.md:5: MISSING.md is not there',
    'docs/WRITTEN.md:5: README.md has no heading #missing',
    'docs/WRITTEN.md:6: missing.png is not there',
    'docs/WRITTEN.md:7: MISSING.md is not there',
  ]);
});

it('a path in code has to be there, as far as it is one', () => {
  const document = written([
    '`packages/events/src/missing.ts` and `src/documents.ts`, `src/missing/` and `../missing.md`',
    'packages/missing, no code; `packages/*/README.md`, `packages/<name>/x.ts`, `missing/*.ts`',
    '`packages/missing/*.ts`, `packages/events/dist/index.js`, `text/event-stream`, `and/or`',
    '',
    '    node packages/missing.js',
    '',
    "'''sh",
    'cd packages/events && npx vitest run test/session',
    "'''",
  ]);
  expect(found(checkPaths(document))).toEqual([
    'docs/WRITTEN.md:5: packages/missing.js is not there',
    'docs/WRITTEN.md:1: packages/events/src/missing.ts is not there',
    'docs/WRITTEN.md:1: src/missing/ is not there',
    'docs/WRITTEN.md:1: ../missing.md is not there',
    'docs/WRITTEN.md:3: packages/missing/ is not there',
  ]);
});

it('a command of npm has to be a script of the root, beside the document or in the folder that is entered', () => {
  const document = written([
    "'''sh",
    'npm test',
    'npm run missing -- --flag && npm run lint',
    'cd packages/events && npm run soak',
    'cd packages/events && npm start',
    "'''",
    'Then `npm run other`, not npm run prose.',
  ]);
  expect(found(checkCommands(document))).toEqual([
    'docs/WRITTEN.md:3: package.json has no script missing',
    'docs/WRITTEN.md:5: packages/events/package.json has no script start',
    'docs/WRITTEN.md:7: package.json has no script other',
  ]);
});
