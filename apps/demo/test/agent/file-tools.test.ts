import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentTool } from '@earendil-works/pi-agent-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { guardObserver } from '../../server/agent/observer.js';
import { createWorkspaceTools } from '../../server/agent/tools/workspace-tools.js';
import { temporaryFolder } from './temporary-folder.js';

let root: string;
let tools: AgentTool[];

beforeEach(async () => {
  root = await temporaryFolder();
  tools = createWorkspaceTools(root, { emit() {}, observer: guardObserver() });
  await mkdir(join(root, 'src'));
  await mkdir(join(root, 'node_modules', 'thing'), { recursive: true });
  await writeFile(join(root, 'README.md'), '# Hello\n\nA word and a Word.\n');
  await writeFile(join(root, 'src', 'app.ts'), 'const word = 1;\nexport { word };\n');
  await writeFile(join(root, 'node_modules', 'thing', 'index.js'), 'word\n');
  await writeFile(join(root, 'logo.bin'), Buffer.from([0x77, 0x6f, 0x72, 0x64, 0]));
});

function run(name: string, args: object) {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.execute('call', args);
}

async function textOf(name: string, args: object): Promise<string> {
  const { content } = await run(name, args);
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

describe('list', () => {
  test('shows the tree without what machines made', async () => {
    expect(await textOf('list', {})).toBe('README.md\nlogo.bin\nsrc/\n  app.ts');
  });

  test('stops at the depth it is given', async () => {
    expect(await textOf('list', { depth: 1 })).toBe('README.md\nlogo.bin\nsrc/');
  });

  test('names links and does not follow them', async () => {
    await symlink('..', join(root, 'src', 'up'));
    expect(await textOf('list', { path: 'src' })).toBe('app.ts\nup (link)');
  });

  test('is bounded', async () => {
    await mkdir(join(root, 'many'));
    await Promise.all(
      Array.from({ length: 320 }, (_, n) => writeFile(join(root, 'many', `f${n}`), '')),
    );
    const result = await run('list', { path: 'many' });
    expect(result.details).toMatchObject({ files: 300, truncated: true });
  });

  test('an empty folder, a file, nothing at all', async () => {
    await mkdir(join(root, 'empty'));
    expect(await textOf('list', { path: 'empty' })).toBe('(empty)');
    await expect(run('list', { path: 'README.md' })).rejects.toThrow('Use the read tool');
    await expect(run('list', { path: 'nowhere' })).rejects.toThrow('"nowhere": there is no such');
  });
});

describe('read', () => {
  test('gives the text and says which lines', async () => {
    const result = await run('read', { path: 'src/app.ts' });
    expect(result.content).toEqual([{ type: 'text', text: 'const word = 1;\nexport { word };' }]);
    expect(result.details).toEqual({
      path: 'src/app.ts',
      firstLine: 1,
      lastLine: 2,
      totalLines: 2,
    });
  });

  test('reads on from a line', async () => {
    await writeFile(
      join(root, 'long.txt'),
      Array.from({ length: 1200 }, (_, n) => `line ${n + 1}`).join('\n'),
    );
    expect(await textOf('read', { path: 'long.txt' })).toMatch(
      /line 500\n… go on with offset 501$/,
    );
    expect(await textOf('read', { path: 'long.txt', offset: 1199 })).toBe('line 1199\nline 1200');
    await expect(run('read', { path: 'long.txt', offset: 1201 })).rejects.toThrow('behind its end');
  });

  test('is bounded also where a line is endless', async () => {
    await writeFile(join(root, 'wide.txt'), 'x'.repeat(100_000));
    const text = await textOf('read', { path: 'wide.txt' });
    expect(text.length).toBeLessThan(33_000);
    expect(text).toContain('line cut');
  });

  test.each([
    ['a folder', 'src', 'Use the list tool'],
    ['nothing', 'nope.ts', 'there is no such file'],
    ['below a file', 'README.md/x', 'a file, not a folder'],
    ['no text', 'logo.bin', 'not a text file'],
    ['outside', '../x', 'is refused'],
    ['a device', 'device', 'a link on the way'],
  ])('refuses %s and names no path of the machine', async (_what, path, why) => {
    await symlink('/dev/zero', join(root, 'device'));
    const error = await run('read', { path }).catch(String);
    expect(error).toContain(why);
    expect(error).not.toContain(root);
  });

  test('an empty file', async () => {
    await writeFile(join(root, 'empty.txt'), '');
    expect(await textOf('read', { path: 'empty.txt' })).toBe('(empty file)');
  });
});

describe('search', () => {
  test('finds text in any case and says where', async () => {
    const result = await run('search', { text: 'WORD' });
    expect(result.content).toEqual([
      {
        type: 'text',
        text: [
          'README.md:3: A word and a Word.',
          'src/app.ts:1: const word = 1;',
          'src/app.ts:2: export { word };',
        ].join('\n'),
      },
    ]);
    expect(result.details).toEqual({ matches: 3, matchingFiles: 2, searchedFiles: 3 });
  });

  test('in one file, with its case, and without success', async () => {
    expect(await textOf('search', { text: 'Word', matchCase: true, path: 'README.md' })).toContain(
      'README.md:3',
    );
    expect(await textOf('search', { text: 'Word', matchCase: true, path: 'src' })).toContain(
      'No match',
    );
  });

  test('takes the text as it is', async () => {
    expect(await textOf('search', { text: '(' })).toContain('No match');
    expect(await textOf('search', { text: '{ word }' })).toContain('src/app.ts:2');
  });

  test('is bounded', async () => {
    await writeFile(join(root, 'much.txt'), `${'word '.repeat(100)}\n`.repeat(500));
    const result = await run('search', { text: 'word' });
    expect(result.details).toMatchObject({ matches: 100, truncated: true });
    expect(JSON.stringify(result).length).toBeLessThan(30_000);
  });

  test('ends when the run is aborted', async () => {
    const search = tools.find((tool) => tool.name === 'search');
    await expect(search?.execute('call', { text: 'x' }, AbortSignal.abort())).rejects.toThrow();
  });
});

describe('write', () => {
  test('makes folders, tells new from replaced', async () => {
    expect(await textOf('write', { path: 'a/b/c.txt', content: 'ä\n' })).toBe(
      'Created a/b/c.txt: 1 line, 3 bytes.',
    );
    expect(await textOf('write', { path: 'a/b/c.txt', content: '' })).toContain('Replaced');
    expect(await readFile(join(root, 'a/b/c.txt'), 'utf8')).toBe('');
  });

  test('refuses a folder, the outside, and far too much', async () => {
    await expect(run('write', { path: 'src', content: '' })).rejects.toThrow('it is a folder');
    await expect(run('write', { path: '/tmp/x', content: '' })).rejects.toThrow('absolute');
    await expect(run('write', { path: 'x', content: 'x'.repeat(3_000_000) })).rejects.toThrow(
      'too large',
    );
  });

  test('does not write through a link to nothing', async () => {
    await symlink(join(root, '..', 'planted-by-a-test'), join(root, 'plant'));
    await expect(run('write', { path: 'plant', content: 'x' })).rejects.toThrow('leads to nothing');
  });
});

describe('edit', () => {
  test('replaces one place, literally', async () => {
    const result = await run('edit', { path: 'src/app.ts', oldText: '= 1', newText: '= $& + 1' });
    expect(result.details).toEqual({ path: 'src/app.ts', replacements: 1, firstLine: 1 });
    expect(await readFile(join(root, 'src/app.ts'), 'utf8')).toBe(
      'const word = $& + 1;\nexport { word };\n',
    );
  });

  test('keeps the line ends of the file', async () => {
    await writeFile(join(root, 'dos.txt'), 'one\r\ntwo\r\nthree\r\n');
    await run('edit', { path: 'dos.txt', oldText: 'one\ntwo', newText: '1\n2' });
    expect(await readFile(join(root, 'dos.txt'), 'utf8')).toBe('1\r\n2\r\nthree\r\n');
  });

  test('wants the old text once, or all', async () => {
    await expect(
      run('edit', { path: 'src/app.ts', oldText: 'word', newText: 'w' }),
    ).rejects.toThrow('2 times');
    await expect(
      run('edit', { path: 'src/app.ts', oldText: 'none', newText: 'w' }),
    ).rejects.toThrow('does not occur');
    expect(
      await textOf('edit', { path: 'src/app.ts', oldText: 'word', newText: 'w', all: true }),
    ).toContain('2 places');
  });
});
