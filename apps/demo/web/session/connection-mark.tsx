import type { LoopClientErrorCode, SessionStoreState } from '@loop/sse-client';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AttendedSession } from './attended-session.js';

interface ConnectionMarkProps {
  state: SessionStoreState;
  store: AttendedSession;
}

/** Whether what the page shows is current, and if not, what is being done about it. */
export function ConnectionMark({ state, store }: ConnectionMarkProps): VNode {
  const { status, retryAt } = state.connection;
  const seconds = useSecondsUntil(retryAt);
  const isDown = status === 'closed' || isRetrying(state);
  return (
    <div class="connection" data-connection={status} data-down={isDown}>
      <span class="connection-words" role="status" title={state.error?.message}>
        {wordsFor(state)}
      </span>
      {isRetrying(state) && (
        <span class="connection-wait">{seconds === undefined ? 'now' : `in ${seconds} s`}</span>
      )}
      {isDown && (
        <button type="button" onClick={store.reconnect}>
          Try now
        </button>
      )}
    </div>
  );
}

/** Waits and attempts take turns: what is shown stays the same, so that nothing flickers. */
function isRetrying({ connection: { status, attempt } }: SessionStoreState): boolean {
  return status === 'waiting' || status === 'offline' || (status === 'connecting' && attempt > 0);
}

/** Without the countdown: a screen reader would read it out every second. */
function wordsFor(state: SessionStoreState): string {
  const { connection, error } = state;
  if (connection.status === 'offline') return 'Offline, trying again';
  if (isRetrying(state)) return 'Disconnected, trying again';
  if (connection.status === 'closed') return (error && STOPPED[error.code]) ?? 'Stopped';
  if (connection.status === 'released') return 'Paused while nobody looks';
  return connection.status === 'open' ? 'Live' : 'Connecting';
}

/** Why a stream has stopped for good; the whole message is the title of these words. */
const STOPPED: Partial<Record<LoopClientErrorCode, string>> = {
  unauthorized: 'Stopped: you are not signed in',
  forbidden: 'Stopped: you may not read this',
  'not-found': 'Not found',
  gone: 'Stopped: the session is no more',
  'event-too-large': 'Stopped: too much at once',
};

function useSecondsUntil(time: number | undefined): number | undefined {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (time === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [time]);
  return time === undefined ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}
