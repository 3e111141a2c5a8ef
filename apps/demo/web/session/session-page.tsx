import type { SessionView } from '@loop/events';
import type { SessionStore } from '@loop/sse-client';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { cancelRun, sendPrompt } from '../shared/api.js';
import { PageHeader } from '../shared/page-header.js';
import { useStore } from '../shared/use-store.js';
import { Composer } from './composer.js';
import { ConnectionMark } from './connection-mark.js';
import { Conversation } from './conversation.js';
import { Queue } from './queue.js';
import { useEarlier } from './use-earlier.js';
import { useSession } from './use-session.js';

interface SessionPageProps {
  sessionId: string;
  onMenu: () => void;
  /** Something that the lists show has changed. */
  onChange: () => void;
}

/** A session: what was said, and the way to say more. */
export function SessionPage(props: SessionPageProps): VNode {
  const store = useSession(props.sessionId);
  if (!store) return <main class="page" aria-busy="true" />;
  return <OpenSession {...props} store={store} />;
}

function OpenSession(props: SessionPageProps & { store: SessionStore }): VNode {
  const { sessionId, store, onMenu, onChange } = props;
  const state = useStore(store);
  const { view, connection, error } = state;
  const earlier = useEarlier(store);
  const isRunning = view.state.run.status !== 'idle';
  const isMissing = connection.status === 'closed' && error?.code === 'not-found';
  const title = isMissing ? 'No such session' : titleOf(view);

  // Also when it is back: what changed meanwhile was not seen.
  useEffect(onChange, [isRunning, title, connection.status === 'open']);
  useEffect(() => {
    document.title = `${isRunning ? '● ' : ''}${title || 'Loading'} · Loop`;
  }, [isRunning, title]);

  return (
    <main class="page">
      <PageHeader title={title} onMenu={onMenu}>
        <ConnectionMark state={state} store={store} />
      </PageHeader>
      {isMissing ? (
        <p class="empty">This session is not there. It may have been removed.</p>
      ) : (
        <>
          <Conversation view={view} earlier={earlier} />
          <div class="foot">
            <Queue items={view.state.queue} />
            <Composer
              placeholder={isRunning ? 'Say what comes next' : 'Say what to do'}
              onSend={async (prompt) => {
                // The page may not know yet that somebody else has just begun a run.
                await sendPrompt(sessionId, { ...prompt, mode: 'follow-up' });
              }}
              onCancel={isRunning ? () => void cancelRun(sessionId).catch(() => {}) : undefined}
            />
          </div>
        </>
      )}
    </main>
  );
}

/** Nothing before the first snapshot: a wrong title would flash. */
function titleOf({ streamId, state }: SessionView): string {
  return streamId === null ? '' : (state.title?.title ?? 'New session');
}
