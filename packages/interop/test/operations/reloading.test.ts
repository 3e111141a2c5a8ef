import { SessionEvents } from '@loop/events';
import { expect, onTestFinished, test, vi } from 'vitest';

const load = () => import('./recipes/kept-registry.js');

test('a module that is loaded again has the sessions of before, and serves them', async () => {
  const { registry } = await load();
  onTestFinished(() => registry.shutdown());
  const session = new SessionEvents({ sessionId: 'one' });
  registry.add('workspace', session);
  vi.resetModules();
  const reloaded = await load();
  expect(reloaded.registry).toBe(registry);
  let frames = 0;
  reloaded.registry.get('one')!.subscribe(() => frames++);
  session.publishState();
  expect(frames).toBe(1);
});
