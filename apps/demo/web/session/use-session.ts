import { useEffect, useState } from 'preact/hooks';
import { pathOfSession } from '../api/sessions.js';
import { openAttendedSession, type AttendedSession } from './attended-session.js';

/** A session for as long as the component is there; `undefined` before its first effect. */
export function useSession(sessionId: string): AttendedSession | undefined {
  const [session, setSession] = useState<AttendedSession>();
  useEffect(() => {
    const opened = openAttendedSession(`${pathOfSession(sessionId)}/events`);
    setSession(opened);
    return opened.close;
  }, [sessionId]);
  return session;
}
