import type { SessionStore, SessionStoreState } from '@loop/sse-client';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface ConnectionMarkProps {
  state: SessionStoreState;
  store: SessionStore;
}

/** Whether what the page shows is current, and if not, what is being done about it. */
export function ConnectionMark({ state, store }: ConnectionMarkProps): VNode {
  const { status, retryAt } = state.connection;
  const seconds = useSecondsUntil(retryAt);
  const canTry = status === 'waiting' || status === 'offline' || status === 'closed';
  return (
    <div class="connection" data-connection={status}>
      <span class="connection-words" role="status" title={state.error?.message}>
        {wordsFor(state)}
      </span>
      {retryAt !== undefined && <span class="connection-wait">{`in ${seconds} s`}</span>}
      {canTry && (
        <button type="button" onClick={store.reconnect}>
          Try now
        </button>
      )}
    </div>
  );
}

/** Without the countdown: a screen reader would read it out every second. */
function wordsFor({ connection, error, view }: SessionStoreState): string {
  switch (connection.status) {
    case 'connecting':
      return view.streamId === null ? 'Connecting' : 'Reconnecting';
    case 'open':
      return 'Live';
    case 'waiting':
      return 'Disconnected, trying again';
    case 'offline':
      return 'Offline, trying again';
    case 'closed':
      return error ? `Stopped: ${error.message}` : 'Closed';
  }
}

function useSecondsUntil(time: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (time === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [time]);
  return Math.max(0, Math.ceil(((time ?? now) - now) / 1000));
}
