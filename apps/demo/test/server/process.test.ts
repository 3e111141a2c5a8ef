import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { apiOf, framesFrom } from '../support/api.js';
import { serverKinds } from '../support/server-kinds.js';
import { failToStart, startDemo } from '../support/demo-process.js';

describe.each(serverKinds)('%s', (server) => {
  it('ends at once with 15 streams open and a command running', async () => {
    const demo = await startDemo({
      LOOP_DATA_DIR: join(await temporaryFolder(), 'data'),
      LOOP_SERVER: server,
    });
    expect(demo.output()).toMatch(/^.*http:\/\/127\.0\.0\.1:\d+\/\n$/);
    const api = apiOf(demo.url);
    const id = await api.newSession();
    await api.prompt(id, 'run something slow');
    const events = new URL(`/api/sessions/${id}/events`, demo.url);
    const lists = new URL('/api/workspaces/events', demo.url);
    const readers = [...Array(10).fill(events), ...Array(5).fill(lists)].map((url: URL) =>
      framesFrom(url),
    );
    for (const reader of readers) await reader.next();
    for await (const { event } of framesFrom(events)) {
      if (event?.type === 'tool_execution_update') break;
    }
    const { code, ms } = await demo.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(1_000);
    // The readers see a proper end, not a broken connection.
    for (const reader of readers) for await (const _ of reader);
  });
});

it('says what hinders it', async () => {
  const env = { LOOP_DATA_DIR: join(await temporaryFolder(), 'data') };
  expect(await failToStart({ ...env, PORT: '80a' })).toEqual({
    code: 1,
    output: 'PORT: expected a number from 0 to 65535, got "80a".\n',
  });
  expect(await failToStart({ ...env, LOOP_SERVER: 'koa' })).toEqual({
    code: 1,
    output: 'LOOP_SERVER: expected "hono" or "express", got "koa".\n',
  });
  const demo = await startDemo(env);
  const second = await failToStart({ ...env, PORT: String(demo.port) });
  expect(second.code).toBe(1);
  expect(second.output).toContain('EADDRINUSE');
  expect(await demo.stop('SIGINT')).toMatchObject({ code: 0 });
});
