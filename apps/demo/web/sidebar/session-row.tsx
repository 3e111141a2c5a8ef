import type { VNode } from 'preact';
import type { SessionSummary } from '../../wire/session.js';
import { archiveSession, removeSession, renameSession, restoreSession } from '../api/sessions.js';
import { newSessionHash, sessionHash } from '../shared/route.js';
import { UNTITLED } from '../shared/untitled.js';
import { ListRow } from './list-row.js';

interface SessionRowProps {
  session: SessionSummary;
  isCurrent: boolean;
}

/** A session in the lists. */
export function SessionRow({ session, isCurrent }: SessionRowProps): VNode {
  const { id, workspaceId, archived } = session;
  const title = session.title ?? UNTITLED;
  return (
    <ListRow
      name={title}
      onRename={(name) => renameSession(id, name)}
      actions={[
        archived
          ? { label: 'Restore', run: () => restoreSession(id) }
          : { label: 'Archive', run: () => archiveSession(id) },
      ]}
      removal={{
        label: 'Delete',
        question: 'Delete this session for good?',
        async run() {
          await removeSession(id);
          if (isCurrent) location.hash = newSessionHash(workspaceId);
        },
      }}
    >
      <a href={sessionHash(id)} aria-current={isCurrent ? 'page' : undefined}>
        <bdi>{title}</bdi>
        <Marks session={session} isCurrent={isCurrent} />
      </a>
    </ListRow>
  );
}

/** What somebody should know of a session that they do not look at. */
function Marks({ session, isCurrent }: SessionRowProps): VNode | null {
  const { isWaiting, isRunning, unread } = session;
  if (isWaiting) return <span class="mark waits">waits</span>;
  if (isRunning) return <span class="mark running" role="img" aria-label="running" />;
  // Whoever looks at it is about to have read it.
  if (unread && !isCurrent) return <span class="mark unread" role="img" aria-label="unread" />;
  return null;
}
