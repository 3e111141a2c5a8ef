import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openStored, readStored } from '../../server/storage/read-stored.js';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { apiOf } from '../support/api.js';
import { idleAgent, startServer, type RunningServer } from '../support/running-server.js';
import { refusalIn, send } from '../support/send.js';

const run = promisify(execFile);

/** What can stand where a file is expected. */
const ENTRIES: Record<string, (path: string) => Promise<unknown>> = {
  'a folder': (path) => mkdir(path),
  'a link to a folder': (path) => symlink('..', path),
  'a link to itself': (path) => symlink(path, path),
  'a pipe that nobody writes to': (path) => run('mkfifo', [path]),
};

const INDEXES = ['workspaces.json', 'endpoints.json', 'endpoint-keys.json'];

/** A data folder in which one session is, and its server has ended. */
async function stored(): Promise<{ dataFolder: string; id: string }> {
  const { dataFolder, url, close } = await startServer({ createAgent: idleAgent });
  const id = await apiOf(url).newSession();
  await close();
  return { dataFolder, id };
}

function restart(dataFolder: string): Promise<RunningServer> {
  return startServer({ dataFolder, createAgent: idleAgent });
}

async function asides(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.includes('.damaged-'));
}

describe.each(Object.entries(ENTRIES))('%s', (_, make) => {
  it('among the sessions is set aside and reported, and the others are served', async () => {
    const { dataFolder, id } = await stored();
    await make(join(dataFolder, 'sessions', 'dir.json'));
    const { url, reports } = await restart(dataFolder);
    expect((await apiOf(url).list()).map((session) => session.id)).toEqual([id]);
    expect(await asides(join(dataFolder, 'sessions'))).toEqual([
      expect.stringMatching(/^dir\.json\.damaged-\d+$/),
    ]);
    expect(reports).toEqual([expect.stringContaining('dir.json')]);
  });

  it('in the place of a session that is opened later is set aside, and the session is not there', async () => {
    const { dataFolder, id } = await stored();
    const { url, reports } = await restart(dataFolder);
    const path = join(dataFolder, 'sessions', `${id}.json`);
    await rm(path);
    await make(path);
    expect(refusalIn(await send(url, `/api/sessions/${id}`))).toBe('404 not-found');
    expect(await asides(join(dataFolder, 'sessions'))).toHaveLength(1);
    expect(reports).toEqual([expect.stringContaining(id)]);
  });

  it.each(INDEXES)(
    'instead of %s is set aside, and what is kept there can be kept',
    async (name) => {
      const { dataFolder, id } = await stored();
      await rm(join(dataFolder, name), { force: true });
      await make(join(dataFolder, name));
      const { url, reports } = await restart(dataFolder);
      expect(reports).toEqual([expect.stringContaining(name)]);
      expect(await asides(dataFolder)).toEqual([expect.stringContaining(`${name}.damaged-`)]);
      const api = apiOf(url);
      expect((await api.session(id)).id).toBe(id);
      const models = [{ name: 'm' }];
      const endpoint = {
        name: 'One',
        baseUrl: 'http://127.0.0.1:9/v1',
        models,
        apiKey: 'k'.repeat(8),
      };
      await api.post('/api/settings/endpoints', endpoint);
      await api.post('/api/workspaces', { path: dataFolder });
      expect(JSON.parse(await readFile(join(dataFolder, name), 'utf8'))).toMatchObject({
        version: 1,
      });
    },
  );
});

it.each(['sessions', 'sample-project', 'workspaces.json.tmp'])(
  '%s that is something else keeps no server from starting',
  async (name) => {
    const dataFolder = join(await temporaryFolder(), 'data');
    await mkdir(dataFolder);
    if (name.endsWith('.tmp')) await mkdir(join(dataFolder, name));
    else await writeFile(join(dataFolder, name), 'mine');
    const { url, reports } = await restart(dataFolder);
    expect(reports.join()).toContain(name);
    expect((await fetch(new URL('/api/workspaces', url))).status).toBe(200);
    if (name !== 'sessions') return;
    const [aside = ''] = await asides(dataFolder);
    expect(await readFile(join(dataFolder, aside), 'utf8')).toBe('mine');
    await apiOf(url).newSession();
  },
);

it('a file under another session’s name is no session of its own', async () => {
  const { dataFolder, id } = await stored();
  const folder = join(dataFolder, 'sessions');
  const text = await readFile(join(folder, `${id}.json`), 'utf8');
  await writeFile(join(folder, 'copy.json'), text.replace('"title":null', '"title":"Old"'));
  const { url } = await restart(dataFolder);
  expect(await apiOf(url).list()).toMatchObject([{ id, title: null }]);
  expect(await asides(folder)).toEqual([expect.stringContaining('copy.json.damaged-')]);
});

/** A name so long that there is no room for what a file is called when it is set aside. */
const UNMOVABLE = `${'x'.repeat(240)}.json`;

describe('what cannot be set aside', () => {
  it('among the sessions stays where it is, and the others are served', async () => {
    const { dataFolder, id } = await stored();
    const path = join(dataFolder, 'sessions', UNMOVABLE);
    await writeFile(path, 'damaged');
    const { url, reports } = await restart(dataFolder);
    expect((await apiOf(url).list()).map((session) => session.id)).toEqual([id]);
    expect(reports).toEqual([expect.stringMatching(/left as it is.*ENAMETOOLONG/)]);
    expect(await readFile(path, 'utf8')).toBe('damaged');
  });

  it('and was a session when the server started is refused until it can be read', async () => {
    const { dataFolder, id } = await stored();
    const folder = join(dataFolder, 'sessions');
    const long = UNMOVABLE.replace('.json', '');
    const text = (await readFile(join(folder, `${id}.json`), 'utf8')).replaceAll(id, long);
    const path = join(folder, UNMOVABLE);
    await writeFile(path, text);
    const { url } = await restart(dataFolder);
    await writeFile(path, 'damaged');
    const refused = await send(url, `/api/sessions/${long}`);
    expect(refusalIn(refused)).toBe('500 not-readable');
    expect(await readFile(path, 'utf8')).toBe('damaged');
    await writeFile(path, text);
    expect((await apiOf(url).session(long)).id).toBe(long);
  });

  it('is never written over', async () => {
    const path = join(await temporaryFolder(), UNMOVABLE);
    await writeFile(path, 'damaged');
    const reports: string[] = [];
    const file = await openStored(
      path,
      (content) => content,
      (text) => reports.push(text),
    );
    expect(file).toMatchObject({ content: undefined, isLeft: true });
    await expect(file.write('{}')).rejects.toMatchObject({ status: 500, code: 'not-saved' });
    expect(await readFile(path, 'utf8')).toBe('damaged');
    expect(reports).toEqual([expect.stringContaining('left as it is')]);
  });
});

it('a parser that wants something else sets a file aside, and a missing one is just missing', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'one.json');
  const refuse = (): never => {
    throw new Error('it is something else');
  };
  const reports: string[] = [];
  const read = () => readStored(path, refuse, (text) => reports.push(text));
  expect(await read()).toEqual({ state: 'missing' });
  expect(reports).toEqual([]);
  await writeFile(path, '{"mine":1}');
  expect(await read()).toEqual({ state: 'missing' });
  expect(reports).toEqual([expect.stringContaining('it is something else')]);
  const [aside = ''] = await readdir(folder);
  await rename(join(folder, aside), path);
  expect(await readFile(path, 'utf8')).toBe('{"mine":1}');
});

it.each([
  ['workspaces.json', '{"version":1,"workspaces":[null]}'],
  ['workspaces.json', 'null'],
  ['endpoints.json', endpointsWith({ models: [{ name: 'm', contextWindow: 'wide' }] })],
  ['endpoints.json', endpointsWith({ keyFromEnv: {} })],
  ['endpoints.json', endpointsWith({ baseUrl: 'nowhere' })],
  ['endpoint-keys.json', '{"version":1,"keys":{"e":null}}'],
])('%s that holds something else is set aside: %s', async (name, text) => {
  const { dataFolder } = await stored();
  await writeFile(join(dataFolder, name), text);
  await restart(dataFolder);
  expect(await asides(dataFolder)).toEqual([expect.stringContaining(`${name}.damaged-`)]);
});

function endpointsWith(change: object): string {
  const endpoint = { id: 'e', name: 'E', baseUrl: 'http://127.0.0.1:9/v1', models: [], ...change };
  return JSON.stringify({ version: 1, endpoints: [endpoint] });
}
