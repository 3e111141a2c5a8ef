import type { SessionView } from '@loop/events';
import { useEffect, useRef, useState } from 'preact/hooks';
import { markRead } from '../api/sessions.js';
import { isPageVisible, watchVisibility } from './visibility.js';

/**
 * Tells the server that somebody has seen the session: while the page can be seen, its end is in
 * sight and the lists say that there is something new. Once for each state of the session, so that
 * nothing goes round in circles.
 */
export function useReadReceipt(
  sessionId: string,
  view: SessionView,
  { isUnread, isAtEnd }: { isUnread: boolean; isAtEnd: boolean },
): void {
  const isVisible = useVisible();
  const sent = useRef<string | undefined>(undefined);
  const isSeen = isVisible && isAtEnd && view.streamId !== null;
  const what = `${view.streamId}:${view.messageCount}:${view.state.run.status}`;
  useEffect(() => {
    if (!isSeen || !isUnread || sent.current === what) return;
    sent.current = what;
    // Where it fails the mark stays, and the next change is another chance.
    void markRead(sessionId).catch(() => {});
  }, [sessionId, isSeen, isUnread, what]);
}

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(isPageVisible);
  useEffect(() => watchVisibility(() => setVisible(isPageVisible())), []);
  return isVisible;
}
