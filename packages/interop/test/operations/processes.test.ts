import { ListEvents } from '@loop/events';
import { expect, test } from 'vitest';
import { relayLists, type ListChange } from './recipes/list-relay.js';

test('list changes reach the readers of every process once, as OPERATIONS.md relays them', () => {
  const channel: ((change: ListChange) => void)[] = [];
  const processes = Array.from({ length: 3 }, () => {
    const lists = new ListEvents();
    const seen: string[] = [];
    lists.subscribe((frame) => {
      if (frame.type !== 'lists.reset') seen.push(`${frame.type} ${frame.workspaceId}`);
    });
    const own = relayLists(lists, (change) => {
      for (const take of channel) if (take !== own) take(change);
    });
    channel.push(own);
    return { lists, seen };
  });
  processes[0]!.lists.sessionsChanged('a');
  processes[2]!.lists.projectsChanged('b');
  for (const { seen } of processes)
    expect(seen).toEqual(['sessions.changed a', 'projects.changed b']);
});
