import { expect, it } from 'vitest';
import { onEachServer } from '../support/each-server.js';
import { idleAgent } from '../support/running-server.js';

onEachServer((startServer) => {
  it('serves the page uncached, its assets for ever, all with a policy', async () => {
    const { url } = await startServer({ createAgent: idleAgent });
    const index = await fetch(url);
    expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(index.headers.get('cache-control')).toBe('no-cache');
    expect(index.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = index.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const html = await index.text();
    const assets = [...html.matchAll(/(?:src|href)="\.?(\/assets\/[^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(assets.map((path) => path.replace(/.*\./, '')).sort()).toEqual(['css', 'js']);
    for (const path of assets) {
      const asset = await fetch(new URL(path, url));
      expect(asset.headers.get('content-type')).toMatch(/^text\/(css|javascript); charset=utf-8$/);
      expect(asset.headers.get('cache-control')).toContain('immutable');
    }
  });

  it('serves the API also without a page', async () => {
    const { url } = await startServer({ createAgent: idleAgent, pageFolder: '/nowhere' });
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(new URL('/api/workspaces', url))).status).toBe(200);
  });
});
