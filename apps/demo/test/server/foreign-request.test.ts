import { describe, expect, it } from 'vitest';
import { onEachServer } from '../support/each-server.js';
import { idleAgent, sharedServer } from '../support/running-server.js';
import { refusalIn, send } from '../support/send.js';

onEachServer((_, server) => {
  const shared = sharedServer({ server, createAgent: idleAgent, allowedHosts: ['demo.example'] });
  describe('a request', () => {
    it.each([
      ['under a foreign name', { host: 'evil.example' }, 'foreign-host'],
      [
        'under a name that only begins like ours',
        { host: 'localhost.evil.example' },
        'foreign-host',
      ],
      ['from a foreign page', { origin: 'https://evil.example' }, 'foreign-origin'],
      ['from another page of this machine', { origin: 'http://localhost:1' }, 'foreign-origin'],
      ['from a page without an origin', { origin: 'null' }, 'foreign-origin'],
    ])('%s is refused', async (_what, headers, code) => {
      const { url } = await shared();
      for (const path of ['/', '/api/workspaces', '/api/workspaces/events']) {
        const answer = await send(url, path, { headers });
        expect(refusalIn(answer)).toBe(`403 ${code}`);
      }
      const answer = await send(url, '/api/workspaces', { method: 'POST', headers });
      expect(refusalIn(answer)).toBe(`403 ${code}`);
    });

    it('from its own page, or under a name that is allowed, is served', async () => {
      const { url } = await shared();
      const { port } = new URL(url);
      for (const headers of [
        { origin: `http://127.0.0.1:${port}` },
        { host: `localhost:${port}`, origin: `http://localhost:${port}` },
        { host: '[::1]:1' },
        { host: 'demo.example', origin: 'https://demo.example' },
        // Behind a proxy that changes Host.
        { host: `127.0.0.1:${port}`, origin: 'https://demo.example' },
      ]) {
        const { status } = await send(url, '/api/workspaces', { headers });
        expect(status, JSON.stringify(headers)).toBe(200);
      }
    });
  });
});
