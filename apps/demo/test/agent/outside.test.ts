import type { AgentTool } from '@earendil-works/pi-agent-core';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { guardObserver } from '../../server/agent/observer.js';
import { createWorkspaceTools } from '../../server/agent/tools/workspace-tools.js';
import { KEYS_FILE } from '../../server/storage/keys-file.js';
import { temporaryFolder } from './temporary-folder.js';

const SECRET = 'what lies outside';

let folder: string;
let root: string;
let tools: AgentTool[];

beforeEach(async () => {
  folder = await temporaryFolder();
  root = join(folder, 'workspace');
  const outside = join(folder, 'Outside');
  await mkdir(join(root, 'data'), { recursive: true });
  await mkdir(outside);
  await writeFile(join(outside, 'secret.txt'), `${SECRET}\n`);
  await writeFile(join(root, 'inside.txt'), 'inside\n');
  await writeFile(join(root, 'data', KEYS_FILE), `${SECRET}\n`);
  await symlink(outside, join(root, 'out'));
  await symlink(join(root, 'out'), join(root, 'twice'));
  await symlink(join(outside, 'secret.txt'), join(root, 'file-link'));
  await symlink(join(outside, 'new.txt'), join(root, 'dangling'));
  await symlink('circle', join(root, 'circle'));
  await symlink(join('data', KEYS_FILE), join(root, 'keys-link'));
  tools = createWorkspaceTools(root, { emit() {}, observer: guardObserver() });
});

/** Each tool that takes a path, with what it needs beside it. */
const TOOLS: [string, (path: string) => object][] = [
  ['list', (path) => ({ path })],
  ['read', (path) => ({ path })],
  ['search', (path) => ({ path, text: 'lies' })],
  ['write', (path) => ({ path, content: 'changed' })],
  ['edit', (path) => ({ path, oldText: 'lies', newText: 'lay' })],
  ['batch', (path) => ({ calls: [{ tool: 'read', args: { path } }] })],
];

const PATHS: [string, () => string][] = [
  ['a way up', () => '../Outside/secret.txt'],
  ['a way up from below', () => 'data/../../Outside/secret.txt'],
  ['a way up in the other case', () => '../WORKSPACE/../Outside/secret.txt'],
  ['an absolute path', () => join(folder, 'Outside', 'secret.txt')],
  ['an absolute path to the inside', () => join(root, 'inside.txt')],
  ['a home', () => '~/secret.txt'],
  ['a Windows path', () => 'C:\\secret.txt'],
  ['a zero byte', () => 'inside.txt\0/../../Outside/secret.txt'],
  ['a link to a folder', () => 'out/secret.txt'],
  ['a link to a link', () => 'twice/secret.txt'],
  ['a link to a file', () => 'file-link'],
  ['a link to nothing', () => 'dangling'],
  ['something new behind a link', () => 'out/new.txt'],
  ['a circle', () => 'circle'],
  ['the keys', () => `data/${KEYS_FILE}`],
  ['the keys in the other case', () => `data/${KEYS_FILE.toUpperCase()}`],
  ['what is left of the keys', () => `data/${KEYS_FILE}.tmp`],
  ['a link to the keys', () => 'keys-link'],
];

describe.each(TOOLS)('%s refuses', (name, argumentsFor) => {
  test.each(PATHS)('%s', async (_what, pathOf) => {
    const before = await contentOf(folder);
    const said = await say(name, argumentsFor(pathOf()));
    expect(said).toContain('is refused');
    expect(said).not.toContain(SECRET);
    expect(await contentOf(folder)).toEqual(before);
  });
});

test.each(TOOLS)('%s measures a path at each call: a link may come later', async (name, args) => {
  const path = 'data/later';
  await mkdir(join(root, path));
  await writeFile(join(root, path, 'secret.txt'), 'nothing lies here\n');
  expect(await say(name, args(`${path}/${name === 'list' ? '' : 'secret.txt'}`))).not.toContain(
    'is refused',
  );
  await rm(join(root, path), { recursive: true });
  await symlink(join(folder, 'Outside'), join(root, path));
  expect(await say(name, args(`${path}/secret.txt`))).toContain('is refused');
  expect(await readFile(join(folder, 'Outside', 'secret.txt'), 'utf8')).toBe(`${SECRET}\n`);
});

test('what looks through a whole folder finds neither what is outside nor the keys', async () => {
  expect(await say('search', { text: SECRET })).toContain('No match');
  expect(await say('list', {})).not.toContain(KEYS_FILE);
  expect(await say('list', { path: 'data' })).toBe('(empty)');
});

/** What a tool answers, or says against it. */
async function say(name: string, args: object): Promise<string> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  try {
    const { content } = await tool.execute('call', args);
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  } catch (error) {
    return String(error);
  }
}

/** Every file below a folder, with its text. */
async function contentOf(start: string): Promise<Record<string, string>> {
  const entries = await readdir(start, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const pairs = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path, await readFile(path, 'utf8')] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}
