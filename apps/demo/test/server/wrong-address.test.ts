import { describe, expect, it } from 'vitest';
import { allRoutes } from '../support/all-routes.js';
import { apiOf, jsonBody } from '../support/api.js';
import { onEachServer } from '../support/each-server.js';
import { idleAgent, sharedServer } from '../support/running-server.js';
import { refusalIn, send } from '../support/send.js';

onEachServer((_, server) => {
  const shared = sharedServer({ server, createAgent: idleAgent });
  const withId = allRoutes.filter(({ path }) => path.includes(':id'));
  const paths = [...new Set(allRoutes.map(({ path }) => path))];

  it.each(withId)('$method $path: an id that nobody knows', async ({ method, path }) => {
    const { url } = await shared();
    for (const id of ['unknown', '__proto__', '..%2f..%2fworkspaces', '%00', '%E0%A4%A', '%20']) {
      const answer = await send(url, path.replace(':id', id), {
        method,
        ...(/POST|PATCH/.test(method) && jsonBody({ requestId: 'r', text: 'x' })),
      });
      expect(refusalIn(answer), id).toBe('404 not-found');
    }
  });

  it.each(paths)('%s: a method that it does not know', async (path) => {
    const { url } = await shared();
    const known = allRoutes.filter((route) => route.path === path).map(({ method }) => `${method}`);
    const allowed = known.includes('GET') ? [...known, 'HEAD'] : known;
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']) {
      if (known.includes(method)) continue;
      // Its path may as well name a workspace.
      if (path === '/api/workspaces/events' && /PATCH|DELETE/.test(method)) continue;
      const answer = await send(url, path.replace(':id', 'unknown'), { method });
      expect(refusalIn(answer), method).toBe('405 method-not-allowed');
      expect(String(answer.headers['allow']).split(', ').sort()).toEqual(allowed.sort());
    }
  });

  it.each([
    '/api/nothing',
    '/api/workspaces/',
    '/API/workspaces',
    '/../package.json',
    '/..%2fserver%2fmain.js',
    '/assets/..%2f..%2fserver/main.js',
    '/%00',
    '/%E0%A4%A',
    '/index.html/',
  ])('%s is nothing', async (path) => {
    const { url } = await shared();
    for (const method of ['GET', 'POST']) {
      expect(refusalIn(await send(url, path, { method })), method).toBe('404 not-found');
    }
  });

  describe('a query', () => {
    it.each(['', 'before=-1', 'before=1.5', 'before=x', 'before=3&rounds=0', 'before=3&rounds=99'])(
      'of history with "%s" is refused',
      async (query) => {
        const { url } = await shared();
        const id = await apiOf(url).newSession();
        const answer = await send(url, `/api/sessions/${id}/history?${query}`);
        expect(refusalIn(answer)).toBe('400 invalid-query');
      },
    );

    it('of a list is 1 or 0', async () => {
      const { url } = await shared();
      const { workspaces } = await apiOf(url).get<{ workspaces: { id: string }[] }>(
        '/api/workspaces',
      );
      const path = `/api/workspaces/${workspaces[0]?.id}/sessions`;
      expect(refusalIn(await send(url, `${path}?archived=yes`))).toBe('400 invalid-query');
      expect((await send(url, `${path}?archived=0`)).status).toBe(200);
    });
  });
});
