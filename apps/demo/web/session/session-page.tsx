import type { SessionStoreState } from '@loop/sse-client';
import type { AttendedSession } from './attended-session.js';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Inspector } from '../inspector/inspector.js';
import type { SessionSummary } from '../../wire/session.js';
import { restoreSession } from '../api/sessions.js';
import { UNTITLED } from '../shared/untitled.js';
import { PageHeader } from '../shared/page-header.js';
import { useStore } from '../shared/use-store.js';
import { ApprovalsContext, useApprovals } from './approvals/approvals-context.js';
import { ConnectionMark } from './connection-mark.js';
import { Conversation } from './conversation.js';
import { InspectorButton } from './inspector-button.js';
import { InspectorPane } from './inspector-pane.js';
import { useReadReceipt } from './use-read-receipt.js';
import { SessionFoot } from './session-foot.js';
import { useEarlier } from './use-earlier.js';
import { useInspector } from './use-inspector.js';
import { SavingsContext, useSavings } from './use-savings.js';
import { useSession } from './use-session.js';

interface SessionPageProps {
  sessionId: string;
  /** As the lists have it. */
  summary: SessionSummary | undefined;
  onMenu: () => void;
}

/** A session: what was said, and the way to say more. */
export function SessionPage(props: SessionPageProps): VNode {
  const store = useSession(props.sessionId);
  return (
    <div class="session">
      {store ? <OpenSession {...props} store={store} /> : <main class="page" aria-busy="true" />}
    </div>
  );
}

function OpenSession(props: SessionPageProps & { store: AttendedSession }): VNode {
  const { sessionId, summary, store, onMenu } = props;
  const session = useStore(store);
  const { view, connection, error } = session;
  const earlier = useEarlier(store);
  const approvals = useApprovals(sessionId, view);
  const savings = useSavings(store);
  const [isAtEnd, setAtEnd] = useState(true);
  const [inspector, setInspector] = useInspector();
  useReadReceipt(sessionId, view, { isUnread: summary?.unread === true, isAtEnd });

  const isMissing = connection.status === 'closed' && error?.code === 'not-found';
  const title = isMissing ? 'No such session' : titleOf(session, summary);
  const mark = markFor(session, summary);
  useEffect(() => {
    document.title = `${mark}${title || 'Loading'} · Loop`;
  }, [mark, title]);

  return (
    <>
      <main class="page">
        <PageHeader title={title} onMenu={onMenu}>
          {summary?.archived && <ArchivedTag sessionId={sessionId} />}
          <ConnectionMark state={session} store={store} />
          <InspectorButton
            isOpen={inspector.isOpen}
            controls={INSPECTOR_ID}
            onToggle={() => setInspector({ isOpen: !inspector.isOpen })}
          />
        </PageHeader>
        {isMissing ? (
          <p class="empty">This session is not there. It may have been removed.</p>
        ) : (
          <ApprovalsContext.Provider value={approvals}>
            <SavingsContext.Provider value={savings}>
              <Conversation view={view} earlier={earlier} onFollowing={setAtEnd} />
            </SavingsContext.Provider>
            <SessionFoot sessionId={sessionId} view={view} missingModel={summary?.missingModel} />
          </ApprovalsContext.Provider>
        )}
      </main>
      {inspector.isOpen && (
        <InspectorPane
          id={INSPECTOR_ID}
          share={inspector.share}
          onShare={(share) => setInspector({ share })}
          onLeave={() => setInspector({ isOpen: false })}
        >
          <Inspector sessionId={sessionId} summary={summary} store={store} />
        </InspectorPane>
      )}
    </>
  );
}

const INSPECTOR_ID = 'inspector';

function ArchivedTag({ sessionId }: { sessionId: string }): VNode {
  return (
    <span class="archived-tag">
      <span class="tag">archived</span>
      <button type="button" onClick={() => void restoreSession(sessionId).catch(() => {})}>
        Restore
      </button>
    </span>
  );
}

/** Nothing before the first snapshot: a wrong title would flash. */
function titleOf(
  { view: { streamId, state }, connection }: SessionStoreState,
  summary: SessionSummary | undefined,
): string {
  if (streamId === null) return '';
  const titles = [state.title?.title, summary?.title];
  if (isReleased(connection)) titles.reverse();
  return titles[0] ?? titles[1] ?? UNTITLED;
}

/** For a tab that nobody looks at. A page that let its stream go knows from the lists alone. */
function markFor(
  { view: { state }, connection }: SessionStoreState,
  summary: SessionSummary | undefined,
): string {
  const isCurrent = !isReleased(connection);
  if (summary?.isWaiting || (isCurrent && state.pendingApprovals.length > 0)) return '(!) ';
  const isRunning = isCurrent ? state.run.status !== 'idle' : summary?.isRunning;
  return isRunning ? '● ' : '';
}

/** Whether the lists know more than what the page saw last. */
function isReleased({ status }: SessionStoreState['connection']): boolean {
  return status === 'released';
}
