import type { ListEvents, ListFrame } from '@loop/events';

/** What goes from process to process: over Redis, NATS, PostgreSQL's NOTIFY, … */
export type ListChange = Pick<Extract<ListFrame, { workspaceId: string }>, 'type' | 'workspaceId'>;

/** Tells other processes what changed here. What comes from them is not sent back. */
export function relayLists(
  lists: ListEvents,
  send: (change: ListChange) => void,
): (change: ListChange) => void {
  let isTheirs = false;
  lists.subscribe((frame) => {
    if (frame.type === 'lists.reset' || isTheirs) return;
    send({ type: frame.type, workspaceId: frame.workspaceId });
  });
  return ({ type, workspaceId }) => {
    isTheirs = true;
    try {
      if (type === 'sessions.changed') lists.sessionsChanged(workspaceId);
      else lists.projectsChanged(workspaceId);
    } finally {
      isTheirs = false;
    }
  };
}
