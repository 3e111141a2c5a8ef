// The sessions of this process. A development server may load modules again: they stay.
import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events';

const kept = /** @type {typeof globalThis & { exampleRegistry?: SessionRegistry }} */ (globalThis);

export const registry = (kept.exampleRegistry ??= createRegistry());

function createRegistry() {
  const created = new SessionRegistry({ lists: new ListEvents() });
  created.add('workspace-1', new SessionEvents({ sessionId: '42', messageUpdates: 'delta' }));
  return created;
}
