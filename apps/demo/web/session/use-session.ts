import { connectSession, type SessionStore } from '@loop/sse-client';
import { useEffect, useState } from 'preact/hooks';
import { pathOfSession } from '../shared/api.js';

/** A session's store for as long as the component is there; `undefined` before its first effect. */
export function useSession(sessionId: string): SessionStore | undefined {
  const [store, setStore] = useState<SessionStore>();
  useEffect(() => {
    const opened = connectSession(`${pathOfSession(sessionId)}/events`);
    setStore(opened);
    return opened.close;
  }, [sessionId]);
  return store;
}
