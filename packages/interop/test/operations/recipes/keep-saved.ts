import type { SavedSession, SessionEvents } from '@loop/events';

const DELAY_MS = 1_000;

/** Writes a session within a second after it has changed, one write at a time. */
export function keepSaved(
  session: SessionEvents,
  write: (saved: SavedSession) => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const ways = [
    // Runs that begin and end, titles, permissions, models, approvals.
    session.onListChange(soon),
    session.onEvent(({ event: { type } }) => {
      if (type === 'message_end' || type === 'queue_changed') soon();
    }),
  ];

  function soon(): void {
    timer ??= setTimeout(save, DELAY_MS);
  }

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    // What a write that failed has left out is in the next one.
    writing = writing.then(() => write(session.save())).catch(onError);
  }

  /** Call it when the session ends: what has changed by then is written, and nothing after it. */
  return async () => {
    for (const wayOut of ways) wayOut();
    save();
    await writing;
  };
}
