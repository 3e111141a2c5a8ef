import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findInWorkspace } from '../../server/agent/workspace-path.js';
import { temporaryFolder } from './temporary-folder.js';

let root: string;
let outside: string;

beforeAll(async () => {
  const folder = await temporaryFolder();
  root = join(folder, 'workspace');
  outside = join(folder, 'workspace-next-door');
  await mkdir(join(root, 'src', 'deep'), { recursive: true });
  await mkdir(outside);
  await writeFile(join(root, 'README.md'), '# Hello\n');
  await writeFile(join(outside, 'secret.txt'), 'secret\n');
  await symlink(join(root, 'src'), join(root, 'link-inside'));
  await symlink(outside, join(root, 'link-outside'));
  await symlink(join(outside, 'secret.txt'), join(root, 'secret-link'));
  await symlink(join(outside, 'not-yet.txt'), join(root, 'dangling'));
  await symlink(join(root, 'circle-b'), join(root, 'circle-a'));
  await symlink(join(root, 'circle-a'), join(root, 'circle-b'));
  await symlink('../..', join(root, 'src', 'up'));
});

describe('paths inside', () => {
  test.each([
    ['README.md', 'README.md'],
    ['./README.md', 'README.md'],
    ['', '.'],
    ['.', '.'],
    ['src/..', '.'],
    ['src/../README.md', 'README.md'],
    ['src/new/file.ts', 'src/new/file.ts'],
    ['..notes', '..notes'],
    ['~notes', '~notes'],
    ['src/deep/../../README.md', 'README.md'],
  ])('%j is %j', async (path, expected) => {
    const found = await findInWorkspace(root, path);
    expect(found.relative).toBe(expected);
    expect(found.absolute).toBe(join(await realpath(root), expected));
  });

  test('a link that stays inside is followed', async () => {
    const found = await findInWorkspace(root, 'link-inside/new.ts');
    expect(found.absolute).toBe(join(await realpath(root), 'src', 'new.ts'));
    expect(found.relative).toBe('link-inside/new.ts');
  });
});

describe('paths outside', () => {
  test.each([
    ['/etc/passwd', 'absolute'],
    ['C:\\Windows\\system.ini', 'absolute'],
    ['c:notes.txt', 'absolute'],
    ['\\\\host\\share\\file', 'absolute'],
    ['~', 'home folder'],
    ['~/.ssh/id', 'home folder'],
    ['..', 'leads out'],
    ['../workspace-next-door/secret.txt', 'leads out'],
    ['src/../../workspace-next-door/secret.txt', 'leads out'],
    ['src/deep/../../../x', 'leads out'],
    ['link-outside', 'a link'],
    ['link-outside/secret.txt', 'a link'],
    ['link-outside/not/yet/there.txt', 'a link'],
    ['secret-link', 'a link'],
    ['dangling', 'leads to nothing'],
    ['dangling/below', 'leads to nothing'],
    ['circle-a', 'circle'],
    ['src/up/workspace-next-door/secret.txt', 'a link'],
    ['README.md\0.png', 'zero byte'],
  ])('%j is refused', async (path, why) => {
    await expect(findInWorkspace(root, path)).rejects.toThrow(why);
  });

  test('the refusal says what to do and names no path of the machine', async () => {
    const error = await findInWorkspace(root, 'link-outside').catch(String);
    expect(error).toContain('relative to the workspace');
    expect(error).not.toContain(outside);
  });

  test('a workspace that is gone', async () => {
    const error = await findInWorkspace(join(root, 'gone'), 'README.md').catch(String);
    expect(error).toBe('Error: The workspace folder is gone.');
  });

  test('a workspace that is itself a link is measured by where it leads', async () => {
    const alias = `${root}-alias`;
    await symlink(root, alias);
    expect((await findInWorkspace(alias, 'README.md')).relative).toBe('README.md');
    await expect(findInWorkspace(alias, 'link-outside/secret.txt')).rejects.toThrow('a link');
  });
});
