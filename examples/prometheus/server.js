// A server with one session that counts, the lists, and its metrics.
// Try: curl -N localhost:4749/events & curl localhost:4749/metrics
import { createServer } from 'node:http';
import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events';
import { eventStreamNode } from '@loop/events/http';
import { createMetrics } from './metrics.js';

const lists = new ListEvents();
const registry = new SessionRegistry({ lists });
const metrics = createMetrics();
const session = new SessionEvents({ sessionId: 'counting', messageUpdates: 'delta' });
registry.add('workspace', session);
metrics.watch('lists', lists);
metrics.watch('session', session);

const clock = setInterval(
  () => session.append({ role: 'user', content: `${new Date().toISOString()}` }),
  1_000,
);

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/events') return eventStreamNode(request, response, session);
  if (pathname === '/lists') return eventStreamNode(request, response, lists);
  if (pathname !== '/metrics') return void response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  response.end(metrics.render());
});
server.listen(Number(process.env['PORT'] ?? 4749), '127.0.0.1');

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    clearInterval(clock);
    registry.shutdown();
    server.close();
  });
}
