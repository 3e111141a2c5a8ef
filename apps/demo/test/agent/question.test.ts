import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { diffOf } from '../../server/agent/approvals/diff.js';
import { questionAbout } from '../../server/agent/approvals/question.js';
import { visible } from '../../server/agent/approvals/visible.js';
import { guardObserver } from '../../server/agent/observer.js';
import { temporaryFolder } from './temporary-folder.js';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src', 'a.ts'), 'one\ntwo\nthree\n');
});

function ask(toolName: string, args: object) {
  const call = { toolCallId: 'a', toolName, args, signal: undefined };
  return questionAbout(call, root, guardObserver());
}

describe('a command', () => {
  test('whole, with its folder; the same command is the same thing', async () => {
    const command = 'npm test -- --run\nls';
    expect(await ask('shell', { command, timeoutSeconds: 5 })).toEqual({
      ...{ kind: 'command', title: 'Run a command', detail: command },
      input: { command, folder: root, timeoutSeconds: 5, sessionScope: 'this very command' },
      key: `shell 5 ${command}`,
    });
    const keys = await Promise.all(
      ['ls', 'ls ', 'ls -a'].map(async (text) => (await ask('shell', { command: text })) as object),
    );
    expect(new Set(keys.map((question) => Reflect.get(question, 'key'))).size).toBe(3);
  });

  test('hides nothing: what a page would not show is written out', async () => {
    const command = 'echo a\u202e; rm b\u200b\r#\u0007';
    expect(await ask('shell', { command })).toMatchObject({
      detail: 'echo a\\u{202e}; rm b\\u{200b}\\u{d}#\\u{7}',
    });
  });

  test('too long to be judged: nobody is asked', async () => {
    const command = `echo ${'x'.repeat(5_000)}`;
    expect(await ask('shell', { command })).toEqual({ deny: expect.stringContaining('script') });
  });
});

describe('a change', () => {
  test('an edit, as a unified diff', async () => {
    const args = { path: 'src/a.ts', oldText: 'two', newText: '2\nand more' };
    expect(await ask('edit', args)).toEqual({
      kind: 'file-write',
      title: 'Edit src/a.ts',
      detail: '@@ -1,3 +1,4 @@\n one\n-two\n+2\n+and more\n three',
      input: {
        ...{ path: 'src/a.ts', change: 'replace', addedLines: 2, removedLines: 1 },
        sessionScope: 'every change of src/a.ts',
      },
      key: expect.stringMatching(/^file .*a\.ts$/),
    });
    expect(await readFile(join(root, 'src', 'a.ts'), 'utf8')).toBe('one\ntwo\nthree\n');
  });

  test('a new file, and one that is replaced', async () => {
    expect(await ask('write', { path: 'docs/new.md', content: 'Hi\n' })).toMatchObject({
      title: 'Create docs/new.md',
      detail: '@@ -0,0 +1,1 @@\n+Hi',
      input: { change: 'create', addedLines: 1, removedLines: 0 },
    });
    expect(await ask('write', { path: 'src/a.ts', content: 'one\n' })).toMatchObject({
      title: 'Replace src/a.ts',
      input: { change: 'replace', addedLines: 0, removedLines: 2 },
    });
  });

  test('the same file by two names is one thing', async () => {
    await symlink('src', join(root, 'link'));
    const [a, b] = await Promise.all(
      ['src/a.ts', 'link/a.ts'].map((path) => ask('write', { path, content: '' })),
    );
    expect(Reflect.get(a as object, 'key')).toBe(Reflect.get(b as object, 'key'));
  });

  test('of something that is no text: the whole new content', async () => {
    await writeFile(join(root, 'logo.png'), Buffer.from([0, 1, 2]));
    expect(await ask('write', { path: 'logo.png', content: 'x' })).toMatchObject({
      title: 'Replace logo.png',
      detail: expect.stringContaining('not text'),
    });
  });

  test.each([
    ['leads outside', 'write', { path: '../x', content: '' }, 'refused'],
    ['is a folder', 'write', { path: 'src', content: '' }, 'it is a folder'],
    ['has no such text', 'edit', { path: 'src/a.ts', oldText: 'no', newText: '' }, 'not occur'],
    ['is not there', 'edit', { path: 'b.ts', oldText: 'no', newText: '' }, 'no such file'],
  ])('that %s asks nobody', async (_what, tool, args, reason) => {
    expect(await ask(tool, args)).toEqual({ deny: expect.stringContaining(reason) });
  });
});

test('a tool that nobody knows shows its arguments', async () => {
  expect(await ask('fly', { to: 'Oslo' })).toEqual({ title: 'Run fly', input: { to: 'Oslo' } });
});

describe('the bounds of a diff', () => {
  const path = { absolute: '', relative: '' };
  const lines = (n: number, text = 'x') => Array.from({ length: n }, (_, i) => `${text} ${i}\n`);

  test('long ones are cut, and say so', () => {
    const diff = diffOf({ kind: 'write', path, before: null, after: lines(1_000).join('') });
    expect(diff).toMatchObject({ isCut: true, added: 1_000, removed: 0 });
    expect(diff.text.split('\n')).toHaveLength(401);
    expect(diff.text).toMatch(/… 601 more lines that are not shown here$/);
  });

  test('wide ones too', () => {
    const diff = diffOf({ kind: 'write', path, before: '', after: 'x'.repeat(2_000_000) });
    expect(diff.isCut).toBe(true);
    expect(diff.text.length).toBeLessThan(25_000);
  });

  test('what would take long to compare is not compared', () => {
    const before = lines(30_000, 'old').join('');
    const after = lines(30_000, 'new').join('');
    const started = performance.now();
    const diff = diffOf({ kind: 'write', path, before, after });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(diff.text).toContain('differ too much');
    expect(diff.isCut).toBe(true);
  });

  test.each([
    ['nothing', 'a\n', 'a\n', 'The file stays as it is.'],
    ['the last line end', 'a\n', 'a', '@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file'],
    ['a blank line', 'a\nb\n', 'a\n\nb\n', '@@ -1,2 +1,3 @@\n a\n+\n b'],
  ])('%s', (_what, before, after, text) => {
    expect(diffOf({ kind: 'edit', path, before, after }).text).toBe(text);
  });

  test('line ends of Windows are no surprise, a lone return is', () => {
    expect(visible('a\r\nb\tc\n')).toBe('a\r\nb\tc\n');
    expect(visible('a\rb')).toBe('a\\u{d}b');
  });
});
